import type { Gallery, GalleryStatus } from '#galleries/contract';
import { longDate } from '../../platform/dates.ts';
import { amount, titleCase } from '../../platform/text.ts';

type Label = { text: string; color: 'default' | 'warning' | 'success' };

export const galleryLabels: Readonly<Record<GalleryStatus, Label>> = {
  draft: { text: 'Draft', color: 'default' },
  ready: { text: 'Ready', color: 'warning' },
  delivered: { text: 'Delivered', color: 'success' },
};

/** `24 items` */
export const itemsLabel = (count: number): string => amount(count, 'item');

/** A gallery's size in MB, rounded: `2,140 MB`. */
export const sizeLabel = (bytes: number): string => `${Math.round(bytes / 1_048_576).toLocaleString('en-US')} MB`;

/** `Promised by …` until the first delivery, and whether that day has passed; undefined afterwards. */
export const promiseText = ({ version, dueDate, isLate }: Pick<Gallery, 'version' | 'dueDate' | 'isLate'>) => {
  if (version > 0) return undefined;
  return isLate ? `Late: promised by ${longDate(dueDate)}` : `Promised by ${longDate(dueDate)}`;
};

type GalleryEvent = Pick<Gallery['booking'], 'eventName' | 'eventType'>;

/** The event's name, or its type. */
export const eventLabel = ({ eventName, eventType }: GalleryEvent): string => eventName ?? titleCase(eventType);

/** `Files were removed on …` */
export const removedText = (filesRemovedAt: string): string => `Files were removed on ${longDate(filesRemovedAt)}`;
