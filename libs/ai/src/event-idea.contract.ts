/** The longest description of an event, in characters. */
export const maxEventIdeaLength = 2_000;
