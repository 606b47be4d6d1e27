import { eventually } from '#platform/testing';
import { type Actor, actors } from './authorization.matrix.ts';
import type { World } from './authorization-world.suite.ts';
import { type ChangedMessage, SocketConnection } from './realtime.suite.ts';
import { onboarding } from './samples.suite.ts';

type Action = (world: World) => Promise<unknown>;

/** The actions behind the socket scenarios of the matrix; each returns the id that the socket messages name. */
export const socketActions: Readonly<Record<string, Action>> = {
  'the owner books the creator': ({ scenario, people }) => scenario.book(people.owner, people.creator),
  'the other client books the vendor': ({ scenario, people }) => scenario.book(people['other client'], people.vendor),
  'the other client posts a lead': ({ scenario, people }) => scenario.postLead(people['other client']),
  'the other creator unlocks a lead of the owner': ({ scenario, people, leads }) =>
    scenario.unlock(people['other creator'], leads[0]),
  'the owner chooses a favorite': ({ scenario, people, galleries: [{ id, itemId }] }) =>
    scenario.site.request('PUT', `/api/v1/galleries/${id}/items/${itemId}/favorite`, { by: people.owner }),
  'the vendor changes their profile': ({ scenario, people }) =>
    scenario.site.request('PUT', '/api/v1/profile', {
      by: people.vendor,
      body: { bio: `${onboarding.bio} And more.` },
    }),
};

/** The open sockets of all actors; an actor whose socket is refused has none. */
export class SocketConnections {
  private constructor(
    private readonly world: World,
    private readonly connections: ReadonlyMap<Actor, SocketConnection>,
  ) {}

  static async open(world: World): Promise<SocketConnections> {
    const connections = new Map<Actor, SocketConnection>();
    for (const actor of actors) {
      const token = world.person(actor)?.token;
      const connection = await SocketConnection.open(world.scenario.site, token === undefined ? {} : { token }).catch(
        ignoreRefusal,
      );
      if (connection) connections.set(actor, connection);
    }
    return new SocketConnections(world, connections);
  }

  get actors(): readonly Actor[] {
    return [...this.connections.keys()];
  }

  /** The actors whose sockets get a message because of the action. */
  async actorsNotifiedBy(action: Action): Promise<readonly Actor[]> {
    await this.#settle();
    const countsBefore = new Map([...this.connections].map(([actor, connection]) => [actor, messageCount(connection)]));
    await action(this.world);
    const countsAfter = new Map(await this.#settle());
    return [...countsAfter]
      .filter(([actor, count]) => count > (countsBefore.get(actor) ?? 0) + 1)
      .map(([actor]) => actor);
  }

  /**
   * Counts the messages of each connection once all earlier ones have arrived. Messages arrive in order, so each person
   * changes their own data and waits for the message about that change.
   */
  #settle(): Promise<readonly (readonly [Actor, number])[]> {
    return Promise.all(
      [...this.connections].map(async ([actor, connection]) => {
        const person = this.world.person(actor);
        const ownMessages = () => connection.changed.filter(({ topic }) => topic === 'identity').length;
        const countBefore = ownMessages();
        const data = { phone: `+1 555 ${Math.floor(performance.now() * 1_000)}` };
        await this.world.scenario.site.request('PUT', '/auth/v1/user', { by: person, body: { data } });
        await eventually(async () => ownMessages() > countBefore);
        return [actor, messageCount(connection)] as const;
      }),
    );
  }

  close(): void {
    for (const connection of this.connections.values()) connection.close();
  }
}

/** Reserved days are for everyone, and follow an action after a while that differs from test to test. */
const isDelayed = ({ topic }: ChangedMessage): boolean => topic === 'availability';

const messageCount = ({ changed, history }: SocketConnection): number =>
  changed.filter((message) => !isDelayed(message)).length + history.length;

const ignoreRefusal = (error: unknown): undefined => {
  if (error instanceof Error && error.message === 'Authentication required') return undefined;
  throw error;
};
