/* mesh_data.h - polygons and edges that others published: folder geometry of support/base/data.h.
 *
 * Coordinates are real numbers there. They are scaled by a power of two to an extent of 2^27 to
 * 2^28 raw units about the middle of their box, and rounded by floor(x + 1/2). */
#ifndef MESH_DATA_H
#define MESH_DATA_H

#include <glob.h>

#include "pawl/polygon.h"

/* Free with free_mesh_data. */
typedef struct mesh_data {
    pawl_vec2 *points;    /* as in the file: some occur twice */
    uint32_t *ends;       /* of the rings, as in pawl_rings; points after the last are in none */
    uint32_t (*edges)[2]; /* indices of points: the sides of the rings, or what the file lists */
    uint32_t point_count, ring_count, edge_count;
} mesh_data;

/* Paths below geometry, in order: "cdt/?*.txt", "poly2tri/?*.dat", "earcut/?*.json". None where the
 * test is skipped. globfree(). */
glob_t list_mesh_data(const char *pattern);

/* By the ending of the name: .txt, .dat, .json. False when it is no such file. */
bool read_mesh_data(const char *path, mesh_data *out);
void free_mesh_data(mesh_data *data);

/* Bring every point to one place by (y, x), once, and the edges along; those without length go.
 * The rings are lost. */
void merge_mesh_data(mesh_data *data);

#endif
