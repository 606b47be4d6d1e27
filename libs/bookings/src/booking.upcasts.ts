import type { Upcasts } from '#kernel';

/** Every event has its first shape still. */
export const bookingUpcasts: Upcasts = {};
