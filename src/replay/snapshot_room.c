/* snapshot_room.c - how large a snapshot can become. */
#include "replay/snapshot_room.h"

#include "state/snapshot.h"
#include "step/world_memory.h"

static uint64_t records_size(uint64_t count, pawli_object_type kind, uint16_t prefix) {
    pawli_record record;
    pawli_record_plan_write(&record, kind, prefix);
    return count * record.size;
}

static uint64_t soft_records_size(const pawl_world *head) {
    return records_size(head->soft_pool.capacity, PAWLI_OBJECT_SOFT, PAWLI_SOFT_BODY_PREFIX) +
           records_size(head->soft_point_capacity, PAWLI_OBJECT_SOFT_POINT, 0) +
           records_size(head->soft_link_capacity, PAWLI_OBJECT_SOFT_LINK, 0);
}

/* An empty world has everything but records. Free slots are shorter than those of objects. */
uint32_t pawli_snapshot_room(const pawl_world *head) {
    pawl_world empty = *head;
    empty.body_pool.used = empty.body_pool.live = 0;
    empty.shape_pool.used = empty.shape_pool.live = 0;
    empty.joint_pool.used = empty.joint_pool.live = 0;
    empty.first_body = empty.first_joint = PAWLI_NONE;
    empty.body_pool.free_first = empty.shape_pool.free_first = PAWLI_NONE;
    empty.joint_pool.free_first = PAWLI_NONE;
    empty.soft_pool.used = empty.soft_pool.live = 0;
    empty.soft_point_count = empty.soft_link_count = 0;
    empty.first_soft = empty.soft_pool.free_first = PAWLI_NONE;
    empty.geometry_used = 0;
    empty.contact_count = 0;
    empty.late_end_count = empty.late_sensor_end_count = 0;
    const uint64_t convexes = records_size(head->geometry_capacity, PAWLI_OBJECT_GEOMETRY, 0);
    const uint64_t terrains = records_size(head->geometry_capacity, PAWLI_OBJECT_TERRAIN, 0);
    const uint64_t size =
        pawl_snapshot_size(&empty) +
        records_size(head->body_pool.capacity, PAWLI_OBJECT_BODY, PAWLI_BODY_PREFIX) +
        records_size(head->shape_pool.capacity, PAWLI_OBJECT_SHAPE, PAWLI_SHAPE_PREFIX) +
        records_size(head->joint_pool.capacity, PAWLI_OBJECT_JOINT, PAWLI_JOINT_PREFIX) +
        records_size(head->contact_capacity, PAWLI_OBJECT_CONTACT, 0) +
        (convexes > terrains ? convexes : terrains) + soft_records_size(head) +
        (uint64_t)head->event_capacity * 2u * PAWLI_END_SIZE;
    return size > UINT32_MAX ? 0 : (uint32_t)size;
}

uint32_t pawli_snapshot_room_of(const pawl_world_def *def) {
    pawl_world head;
    memset(&head, 0, sizeof head);
    if (pawli_world_memory_layout(def, &head) != PAWL_OK) return 0;
    return pawli_snapshot_room(&head);
}
