/** Shows short messages about what happened. With `more` the message stays longer. */
export type Notify = {
  success(text: string, more?: string): void;
  error(text: string, more?: string): void;
};

/** A message, or a title with a message below it. */
export type Notice = string | readonly [title: string, text: string];
