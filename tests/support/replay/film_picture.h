/* film_picture.h - what is drawn of a world, and of a film of it, as lists that can be compared. */
#ifndef PAWL_TESTS_FILM_PICTURE_H
#define PAWL_TESTS_FILM_PICTURE_H

#include "pawl/film.h"

/* A primitive. Bytes that mean nothing are 0. */
typedef struct drawn {
    uint32_t role, body, count; /* body: slot + 1, of shapes */
    pawl_vec2 points[PAWL_POLYGON_MAX];
    pawl_fx radius;
    pawl_rot rotation; /* of a circle */
} drawn;

typedef struct picture {
    drawn *items;
    uint32_t count, capacity;
    uint32_t precision; /* to which strokes are rounded */
} picture;

/* A world as a film of this precision has to show it: each pose rounded as the film's are, and the
 * exact shapes moved there; strokes rounded themselves. In order of the bytes of an item. */
void picture_of_world(picture *out, const pawl_world *world, uint32_t precision, bool has_strokes);
void picture_of_film(picture *out, const pawl_film_playback *playback);

bool picture_is_equal(const picture *a, const picture *b);
void picture_free(picture *one);

#endif
