#ifndef GESTURED_CTOML_H
#define GESTURED_CTOML_H

#include <stddef.h>
#include <stdint.h>

/*
 * toml++ behind a C interface. A document is a flat list of entries, each after the entry that holds it, so
 * that a reader needs no recursion. No exception crosses this interface, and nothing here keeps the input.
 */

#ifdef __cplusplus
extern "C" {
#endif

/* The longest input, in bytes. A configuration is a few kilobytes. */
#define CTOML_MAXIMUM_LENGTH (1024 * 1024)

/* How many tables and arrays an entry may lie in. */
#define CTOML_MAXIMUM_DEPTH 16

/* How many dots that may join keys a line may hold: toml++ has no limit of its own, and is recursive. */
#define CTOML_MAXIMUM_DOTS_A_LINE 128

/* What an entry is. */
typedef enum {
  CTOML_TABLE,
  CTOML_ARRAY,
  CTOML_STRING,
  CTOML_INTEGER,
  CTOML_NUMBER,
  CTOML_FLAG,
  /* A date, a time, or both: nothing that a configuration of ours may hold. */
  CTOML_DATE,
} ctoml_type;

/* A place in the input: both count from 1, the column in code points. */
typedef struct {
  uint32_t line;
  uint32_t column;
} ctoml_position;

/* UTF-8 that belongs to the document, not terminated by a zero, which it may contain. */
typedef struct {
  const uint8_t *bytes;
  size_t length;
} ctoml_text;

/* One value, with its key where a table holds it. */
typedef struct {
  ctoml_type type;
  /* The number of the table or array that holds it, always smaller than its own; entry 0 is the document. */
  size_t parent;
  /* Its key in a table; empty in an array. */
  ctoml_text key;
  ctoml_position key_position;
  ctoml_position value_position;
  /* CTOML_STRING */
  ctoml_text text;
  /* CTOML_INTEGER; 0 or 1 for CTOML_FLAG */
  int64_t integer;
  /* CTOML_NUMBER, possibly infinite or not a number */
  double number;
} ctoml_entry;

/* Entries, or the reason why there are none. */
typedef struct ctoml_document ctoml_document;

/*
 * Parses TOML 1.0. The result is to be freed by ctoml_free, whether it holds entries or an error; NULL when
 * there is no memory for either.
 */
ctoml_document *ctoml_parse(const uint8_t *bytes, size_t length);

/* Frees a document; NULL is allowed. */
void ctoml_free(ctoml_document *document);

/* The entries; their number is 0 where there was an error, else at least 1. */
const ctoml_entry *ctoml_entries(const ctoml_document *document);
size_t ctoml_entry_count(const ctoml_document *document);

/* Why and where the input is no TOML; the text is empty where it is. */
ctoml_text ctoml_error(const ctoml_document *document);
ctoml_position ctoml_error_position(const ctoml_document *document);

#ifdef __cplusplus
}
#endif

#endif
