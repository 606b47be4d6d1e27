import type { Type } from '@nestjs/common';
import { Command, CommandHandler } from '@nestjs/cqrs';
import type { SubmoduleParts } from './module-parts.ts';

class ProbeCommand extends Command<void> {}
class ProbeHandler {
  async execute(): Promise<void> {}
}
CommandHandler(ProbeCommand)(ProbeHandler);
/** The metadata key under which `@CommandHandler` stores the command of a handler; the library does not export it. */
const [metadataKey] = Reflect.getOwnMetadataKeys(ProbeHandler).filter(
  (key: unknown) => Reflect.getOwnMetadata(key, ProbeHandler) === ProbeCommand,
);

const commandOf = (handler: Type): Type | undefined => Reflect.getOwnMetadata(metadataKey, handler);
const isClass = (value: unknown): value is Type => typeof value === 'function' && value.prototype !== undefined;

/**
 * The handlers among the classes that the command files of a module export. Throws if a command has no handler or more
 * than one, if a handler's command is not exported, or if a handler is listed as a provider.
 */
export const handlersOf = (
  module: string,
  { commands: files, providers }: Pick<Required<SubmoduleParts>, 'commands' | 'providers'>,
): readonly Type[] => {
  const listedHandler = providers.filter(isClass).find((provider) => commandOf(provider) !== undefined);
  if (listedHandler)
    throw new Error(
      `${module} lists ${listedHandler.name} in its providers: list the file that exports it in commands instead.`,
    );
  const classes = [...new Set(files.flatMap((file) => Object.values(file)).filter(isClass))];
  const commands = classes.filter(({ prototype }) => prototype instanceof Command);
  const handlers = classes.filter((each) => commandOf(each) !== undefined);
  for (const command of commands) {
    const ownHandlers = handlers.filter((handler) => commandOf(handler) === command).map(({ name }) => name);
    if (ownHandlers.length === 0)
      throw new Error(
        `The command ${command.name} of ${module} has no handler: export a class with @CommandHandler(${command.name}) beside it.`,
      );
    if (ownHandlers.length > 1)
      throw new Error(
        `The command ${command.name} of ${module} has the handlers ${ownHandlers.join(' and ')}: remove one.`,
      );
  }
  for (const handler of handlers) {
    const command = commandOf(handler);
    if (command && !commands.includes(command))
      throw new Error(`${handler.name} of ${module} handles ${command.name}: export that command beside it.`);
  }
  return handlers;
};
