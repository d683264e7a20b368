#ifndef GESTURED_CTOML_H
#define GESTURED_CTOML_H

#include <stddef.h>
#include <stdint.h>

/*
 * toml++ behind a C interface. A document is a flat list of entries, each after its parent, so that a reader needs
 * no recursion. No exception crosses this interface, and no document keeps the input.
 */

#ifdef __cplusplus
extern "C" {
#endif

/* The longest input, in bytes. A configuration is a few kilobytes. */
#define CTOML_MAXIMUM_LENGTH (1024 * 1024)

/* The most tables and arrays around an entry. */
#define CTOML_MAXIMUM_DEPTH 16

/* The most dots that may join keys in a line: toml++ is recursive, and has no limit of its own. */
#define CTOML_MAXIMUM_DOTS_A_LINE 128

/* The type of an entry. */
typedef enum {
  CTOML_TABLE,
  CTOML_ARRAY,
  CTOML_STRING,
  CTOML_INTEGER,
  CTOML_NUMBER,
  CTOML_FLAG,
  /* A date, a time, or both; our configurations contain none. */
  CTOML_DATE,
} ctoml_type;

/* A place in the input: line and column count from 1, columns in code points. */
typedef struct {
  uint32_t line;
  uint32_t column;
} ctoml_position;

/* UTF-8 text of the document. No zero ends the text, and the text may contain zeros. */
typedef struct {
  const uint8_t *bytes;
  size_t length;
} ctoml_text;

/* One value, with its key where a table holds it. */
typedef struct {
  ctoml_type type;
  /* The index of the parent table or array, always smaller than the entry's own; entry 0 is the document. */
  size_t parent;
  /* The key in a table; empty in an array. */
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
 * Parses TOML 1.0. The caller frees the result with ctoml_free, whether it holds entries or an error. The result is
 * NULL when memory has run out.
 */
ctoml_document *ctoml_parse(const uint8_t *bytes, size_t length);

/* Frees a document; NULL is allowed. */
void ctoml_free(ctoml_document *document);

/* The entries; their number is 0 after an error, else at least 1. */
const ctoml_entry *ctoml_entries(const ctoml_document *document);
size_t ctoml_entry_count(const ctoml_document *document);

/* The reason and the place of an error; the text is empty for valid TOML. */
ctoml_text ctoml_error(const ctoml_document *document);
ctoml_position ctoml_error_position(const ctoml_document *document);

#ifdef __cplusplus
}
#endif

#endif
