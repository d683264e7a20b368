#include "CToml.h"

#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

// Limits the recursion of toml++ on nested arrays and inline tables. `line_with_too_many_dots` limits its dotted keys.
#define TOML_MAX_NESTED_VALUES CTOML_MAXIMUM_DEPTH

// toml++ 3.3 asserts a condition on the first character of a key in "[...]" that it checks right afterwards, as an
// error of the file. "[%]" would end a debug build, and a release build would rely on the assertion. The macros of
// toml++ are therefore included first, and its assertions are emptied. Version 3.4 has them in another file.
#if __has_include(<toml++/impl/preprocessor.hpp>)
#include <toml++/impl/preprocessor.hpp>
#else
#include <toml++/impl/preprocessor.h>
#endif
#undef TOML_ASSERT
#undef TOML_ASSERT_ASSUME
#define TOML_ASSERT(expression) static_assert(true)
#define TOML_ASSERT_ASSUME(expression) static_assert(true)
#include <toml++/toml.h>

struct ctoml_document {
  // The table owns the bytes to which the entries point.
  toml::table root;
  std::vector<ctoml_entry> entries;
  std::string error;
  ctoml_position error_position{1, 1};
};

namespace {

ctoml_position position(const toml::source_position &place) {
  return {place.line, place.column};
}

ctoml_text text(std::string_view bytes) {
  return {reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()};
}

// Thrown for entries deeper than CTOML_MAXIMUM_DEPTH.
struct too_deep {
  ctoml_position place;
};

bool may_end_key(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
         byte == '_' || byte == '-' || byte == '"' || byte == '\'';
}

// The line with more than CTOML_MAXIMUM_DOTS_A_LINE dots that may join keys; 0 for none. A key ends with its line, so
// this bounds the recursion of toml++ on dotted keys. Dots in comments and strings count too: only a parser could tell
// them apart.
uint32_t line_with_too_many_dots(std::string_view bytes) {
  uint32_t line = 1;
  size_t dots = 0;
  char before = 0;
  bool is_after_dot = false;
  for (char byte : bytes) {
    if (byte == '\n') {
      line += 1;
      dots = 0;
      before = 0;
      is_after_dot = false;
      continue;
    }
    if (byte == ' ' || byte == '\t') continue;
    if (is_after_dot && may_end_key(byte)) dots += 1;
    if (dots > CTOML_MAXIMUM_DOTS_A_LINE) return line;
    is_after_dot = byte == '.' && may_end_key(before);
    before = byte;
  }
  return 0;
}

void append(ctoml_document &document, const toml::node &node, const toml::key *key, size_t parent,
            size_t depth) {
  ctoml_entry entry{};
  entry.parent = parent;
  entry.value_position = position(node.source().begin);
  entry.key_position = entry.value_position;
  if (key != nullptr) {
    entry.key = text(key->str());
    entry.key_position = position(key->source().begin);
  }
  if (depth > CTOML_MAXIMUM_DEPTH) throw too_deep{entry.key_position};

  size_t number = document.entries.size();
  switch (node.type()) {
    case toml::node_type::table:
      entry.type = CTOML_TABLE;
      document.entries.push_back(entry);
      for (auto &&[child_key, child] : *node.as_table()) {
        append(document, child, &child_key, number, depth + 1);
      }
      return;
    case toml::node_type::array:
      entry.type = CTOML_ARRAY;
      document.entries.push_back(entry);
      for (auto &&child : *node.as_array()) append(document, child, nullptr, number, depth + 1);
      return;
    case toml::node_type::string:
      entry.type = CTOML_STRING;
      entry.text = text(node.as_string()->get());
      break;
    case toml::node_type::integer:
      entry.type = CTOML_INTEGER;
      entry.integer = node.as_integer()->get();
      break;
    case toml::node_type::floating_point:
      entry.type = CTOML_NUMBER;
      entry.number = node.as_floating_point()->get();
      break;
    case toml::node_type::boolean:
      entry.type = CTOML_FLAG;
      entry.integer = node.as_boolean()->get() ? 1 : 0;
      break;
    case toml::node_type::date:
    case toml::node_type::time:
    case toml::node_type::date_time:
    case toml::node_type::none:
      entry.type = CTOML_DATE;
      break;
  }
  document.entries.push_back(entry);
}

// Leaves the document without entries and with a reason. The function throws where even the text does not fit in
// memory.
void fail(ctoml_document &document, std::string_view reason, ctoml_position place) {
  document.entries.clear();
  document.error = reason;
  document.error_position = place;
}

void parse(ctoml_document &document, std::string_view bytes) {
  if (bytes.size() > CTOML_MAXIMUM_LENGTH) {
    return fail(document, "longer than 1 MiB", {1, 1});
  }
  if (uint32_t line = line_with_too_many_dots(bytes)) {
    return fail(document, "more than 128 dots in a line", {line, 1});
  }
  try {
    document.root = toml::parse(bytes);
    append(document, document.root, nullptr, 0, 0);
  } catch (const toml::parse_error &error) {
    fail(document, error.description(), position(error.source().begin));
  } catch (const too_deep &error) {
    fail(document, "tables and lists are nested more than 16 deep", error.place);
  }
}

}  // End of the internal functions.

ctoml_document *ctoml_parse(const uint8_t *bytes, size_t length) {
  ctoml_document *document = new (std::nothrow) ctoml_document;
  if (document == nullptr) return nullptr;
  try {
    parse(*document, std::string_view(reinterpret_cast<const char *>(bytes), length));
    return document;
  } catch (...) {
    delete document;
    return nullptr;
  }
}

void ctoml_free(ctoml_document *document) {
  delete document;
}

const ctoml_entry *ctoml_entries(const ctoml_document *document) {
  return document->entries.data();
}

size_t ctoml_entry_count(const ctoml_document *document) {
  return document->entries.size();
}

ctoml_text ctoml_error(const ctoml_document *document) {
  return text(document->error);
}

ctoml_position ctoml_error_position(const ctoml_document *document) {
  return document->error_position;
}
