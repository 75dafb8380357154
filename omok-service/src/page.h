// page.h - the files of web/, and openapi.json, that are built into the binary.
#pragma once

#include <stddef.h>

#include "slice.h"

struct page {
    const char *path; // "/index.html"
    const char *type; // content type
    const char *etag; // quoted
    const char *bytes;
    size_t len;
};

// pages is ended by a row whose path is NULL. It is generated from the files (cmake/pages.cmake).
extern const struct page pages[];

// page_find takes a path as it came; "/" is "/index.html". NULL when there is no such file.
const struct page *page_find(struct slice path);
