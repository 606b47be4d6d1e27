import { type NewGalleryShare, newGalleryShare } from '#galleries/contract';
import { toInput } from '../../platform/form-rules.ts';

/** The values of the form for a new link. `lastDay` is a calendar date. */
export type ShareValues = {
  readonly label?: string;
  readonly access: NewGalleryShare['access'];
  readonly password?: string;
  readonly pin?: string;
  readonly lastDay?: string;
};

/** The end of a day in the user's time zone, as an instant. */
const endOf = (day: string): string => {
  const end = new Date(`${day}T00:00`);
  end.setDate(end.getDate() + 1);
  return end.toISOString();
};

/** The form's values as input for the schema. A link for viewing has no PIN, even if one was entered before. */
export const shareInput = ({ lastDay, pin, ...values }: ShareValues): Record<string, unknown> =>
  toInput(newGalleryShare, {
    ...values,
    ...(values.access === 'download' && { pin }),
    ...(lastDay && { expiresAt: endOf(lastDay) }),
  });
