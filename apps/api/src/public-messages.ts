type Sent = { readonly everyone: boolean; readonly name: string; readonly body: object };

/**
 * Of the messages to everyone, the last one for each subject. A booking reserves each of its days in a stream of its
 * own, and every open page would otherwise get a message, and read the calendar again, for each of them.
 */
export const withoutRepeated = <Message extends Sent>(messages: readonly Message[]): readonly Message[] => {
  const lastPlaces = new Map(messages.map((message, place) => [subjectOf(message), place]));
  return messages.filter((message, place) => !message.everyone || lastPlaces.get(subjectOf(message)) === place);
};

const subjectOf = ({ everyone, name, body }: Sent): string =>
  JSON.stringify([everyone, name, { ...body, position: null }]);
