import { injections, type PlannedBrief, plannedBriefs } from './assistant-briefs.ts';

// What the assistant answers over the demo's catalog, compared with what a plain search of the same catalog finds. Over
// HTTP only, so that tests and `npm run bench -- assistant` use it alike.

type Coordinates = readonly [latitude: number, longitude: number];
type Service = 'photographer' | 'videographer' | 'dj' | 'design';
type Creator = {
  readonly id: string;
  readonly displayName: string;
  readonly services: readonly { readonly serviceType: string }[];
  readonly locations: readonly { readonly city: string; readonly state: string; readonly travelRadius: number }[];
  readonly packages: readonly { readonly price: number }[];
};

/** The cities of the demo's professionals. */
const vendorCities: Readonly<Record<string, Coordinates>> = {
  'Austin, TX': [30.27, -97.74],
  'Brooklyn, NY': [40.65, -73.95],
  'Portland, OR': [45.52, -122.68],
  'Chicago, IL': [41.88, -87.63],
  'New Orleans, LA': [29.95, -90.07],
  'Savannah, GA': [32.08, -81.09],
  'Toronto, Ontario': [43.7, -79.4],
  'Montreal, Quebec': [45.51, -73.59],
  'Bristol, Bristol': [51.45, -2.59],
  'Manchester, Greater Manchester': [53.48, -2.24],
  'Kingston, Kingston': [18, -76.79],
  'Montego Bay, Saint James': [18.47, -77.92],
};
const headings: Readonly<Record<Service, string>> = {
  photographer: '**Photographers**',
  videographer: '**Videographers**',
  dj: '**DJs and musicians**',
  design: '**Designers and decorators**',
};
/** Coordinates of different sources differ by a few miles: within these of a travel radius, either answer is right. */
const tolerance = 6;
const milesPerDegree = 69.09;

const milesBetween = ([lat1, lon1]: Coordinates, [lat2, lon2]: Coordinates): number => {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const cosine =
    Math.sin(radians(lat1)) * Math.sin(radians(lat2)) +
    Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * Math.cos(radians(lon1 - lon2));
  return ((Math.acos(Math.min(1, cosine)) * 180) / Math.PI) * milesPerDegree;
};

export type Answer = { readonly text: string; readonly conversationId: string; readonly firstTextAfter: number };

/** Asks the assistant. `firstTextAfter` is in milliseconds. Throws if the answer is not complete. */
export const ask = async (url: string, eventIdea: string, conversationId?: string): Promise<Answer> => {
  const startedAt = performance.now();
  const response = await fetch(`${url}/functions/v1/recommend-vendors`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ eventIdea, timeZone: 'UTC', ...(conversationId && { conversationId }) }),
  });
  if (!response.ok || !response.body) throw new Error(`The assistant returned ${response.status}`);
  let received = '';
  let firstTextAfter = Number.NaN;
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    received += part;
    if (Number.isNaN(firstTextAfter) && received.includes('"content"')) firstTextAfter = performance.now() - startedAt;
  }
  const lines = received.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []));
  if (lines.at(-1) !== '[DONE]') throw new Error(`The answer to "${eventIdea}" is not complete`);
  const text = lines
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { choices: { delta: { content: string } }[] }).choices[0]?.delta.content ?? '')
    .join('');
  return { text, conversationId: response.headers.get('x-conversation-id') ?? '', firstTextAfter };
};

/** The catalog as every visitor can read it. */
class Catalog {
  readonly #busy = new Map<string, Promise<boolean>>();

  readonly creators: readonly Creator[];
  readonly #url: string;

  private constructor(url: string, creators: readonly Creator[]) {
    this.#url = url;
    this.creators = creators;
  }

  static async at(url: string): Promise<Catalog> {
    const { items } = (await (await fetch(`${url}/api/v1/creators?limit=100`)).json()) as { items: Creator[] };
    return new Catalog(url, items);
  }

  /**
   * Who fits every wish for a service, and who may count as fitting because they are at the edge of their travel
   * radius.
   */
  async fitting(
    service: Service,
    { place, budget, day }: PlannedBrief,
  ): Promise<{ readonly certain: ReadonlySet<string>; readonly possible: ReadonlySet<string> }> {
    const [certain, possible] = [new Set<string>(), new Set<string>()];
    for (const creator of this.creators.filter((each) => offers(each, service, budget))) {
      if (day !== null && (await this.#isBusy(creator.id, day))) continue;
      const reserve = place ? reserveOf(creator.locations, place.at) : Number.POSITIVE_INFINITY;
      if (reserve > -tolerance) possible.add(creator.id);
      if (reserve > tolerance) certain.add(creator.id);
    }
    return { certain, possible };
  }

  #isBusy(id: string, day: string): Promise<boolean> {
    const key = `${id} ${day}`;
    const read = async () => {
      const path = `${this.#url}/api/v1/creators/${id}/availability?from=${day}&to=${day}`;
      const { items } = (await (await fetch(path)).json()) as { items: { state: string }[] };
      return items.some(({ state }) => state === 'busy');
    };
    const isBusy = this.#busy.get(key) ?? read();
    this.#busy.set(key, isBusy);
    return isBusy;
  }
}

const offers = ({ services, packages }: Creator, service: Service, budget: number | null): boolean =>
  services.some(({ serviceType }) => serviceType === service) &&
  packages.some(({ price }) => price <= (budget ?? Number.POSITIVE_INFINITY) * 100);

/** By how many miles a place is within the travel radius of the nearest location; negative if it is beyond. */
const reserveOf = (locations: Creator['locations'], at: Coordinates): number =>
  Math.max(
    ...locations.map(({ city, state, travelRadius }) => {
      const from = vendorCities[`${city}, ${state}`];
      return from ? travelRadius - milesBetween(from, at) : Number.NEGATIVE_INFINITY;
    }),
  );

/** The ids of the vendors that a part of an answer names, in its order. */
const namedIn = (text: string): readonly string[] =>
  [
    ...text.matchAll(/\]\(\/creators\/(?:[^)]*-)?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\)/g),
  ].map(([, id = '']) => id);

const sectionOf = (text: string, service: Service): string => {
  const [, rest] = text.split(headings[service]);
  return rest === undefined ? '' : (rest.split('\n\n**')[0] ?? '');
};

/** `satisfiable`: vendors exist that fit everything. `unclear`: the brief does not say what is needed. */
type Kind = 'satisfiable' | 'unsatisfiable' | 'unclear';
type Verdict = { readonly kind: Kind; readonly right: boolean };

/**
 * An answer is right if it names vendors, and only such that fit everything; if there are none, if it says so; and if
 * it is not clear what is needed, if it asks and names no vendor.
 */
const verdictOn = async (brief: PlannedBrief, text: string, catalog: Catalog): Promise<Verdict> => {
  if (brief.services.length === 0)
    return { kind: 'unclear', right: namedIn(text).length === 0 && /\?$|^Tell me about your event/.test(text) };
  const sections = await Promise.all(brief.services.map((service) => sectionVerdict(service, brief, text, catalog)));
  return {
    kind: sections.every(({ kind }) => kind === 'satisfiable') ? 'satisfiable' : 'unsatisfiable',
    right: sections.every(({ right }) => right),
  };
};

const sectionVerdict = async (
  service: Service,
  brief: PlannedBrief,
  text: string,
  catalog: Catalog,
): Promise<Verdict> => {
  const { certain, possible } = await catalog.fitting(service, brief);
  const section = sectionOf(text, service);
  const admits = /None of the|There are no/.test(section);
  const named = namedIn(section);
  const allFit = named.length > 0 && named.every((id) => possible.has(id));
  if (certain.size > 0) return { kind: 'satisfiable', right: !admits && allFit };
  return possible.size > 0
    ? { kind: 'satisfiable', right: admits || allFit }
    : { kind: 'unsatisfiable', right: admits };
};

export type Evaluation = {
  /** How many briefs of each kind there are, and how many of them were answered right. */
  readonly counts: Readonly<Record<Kind, { readonly all: number; readonly right: number }>>;
  /** How often an answer named a vendor who is not in the catalog. */
  readonly outsideCatalog: number;
  /** The briefs that were not answered right, with their answers. */
  readonly mistakes: readonly string[];
};

/** Asks about every nth brief. `today` is YYYY-MM-DD. */
export const evaluateAssistant = async (url: string, today: string, nth = 1): Promise<Evaluation> => {
  const catalog = await Catalog.at(url);
  const known = new Set(catalog.creators.map(({ id }) => id));
  const counts = {
    satisfiable: { all: 0, right: 0 },
    unsatisfiable: { all: 0, right: 0 },
    unclear: { all: 0, right: 0 },
  };
  const mistakes: string[] = [];
  let outsideCatalog = 0;
  for (const brief of plannedBriefs(today).filter((_, i) => i % nth === 0)) {
    const text = await lastAnswer(url, brief.texts);
    const { kind, right } = await verdictOn(brief, text, catalog);
    counts[kind].all += 1;
    counts[kind].right += Number(right);
    outsideCatalog += namedIn(text).filter((id) => !known.has(id)).length;
    if (!right) mistakes.push(`${brief.texts.join(' / ')} (${kind})\n${text}`);
  }
  return { counts, outsideCatalog, mistakes };
};

/** The answer to the last text of a conversation. */
const lastAnswer = async (url: string, texts: readonly string[]): Promise<string> => {
  let answer: Answer | undefined;
  for (const text of texts) answer = await ask(url, text, answer?.conversationId);
  return answer?.text ?? '';
};

type Comparison = { readonly all: number; readonly changed: readonly string[] };

/** Asks about every brief twice. Returns those whose second answer differed. `today` is YYYY-MM-DD. */
export const askAgain = async (url: string, today: string): Promise<Comparison> => {
  const briefs = plannedBriefs(today);
  const changed: string[] = [];
  for (const { texts } of briefs) {
    const first = await lastAnswer(url, texts);
    if ((await lastAnswer(url, texts)) !== first) changed.push(texts.join(' / '));
  }
  return { all: briefs.length, changed };
};

/**
 * Adds texts that try to give orders to this many briefs, before and after them. Returns how many were asked, and those
 * with which the answer changed. `today` is YYYY-MM-DD.
 */
export const askInjected = async (url: string, today: string, count = 6): Promise<Comparison> => {
  const changed: string[] = [];
  const briefs = plannedBriefs(today).slice(0, count);
  for (const { texts } of briefs) {
    const expected = await lastAnswer(url, texts);
    for (const injection of injections)
      for (const text of [`${texts[0]}\n${injection}`, `${injection}\n${texts[0]}`])
        if ((await lastAnswer(url, [text])) !== expected) changed.push(text);
  }
  return { all: briefs.length * injections.length * 2, changed };
};
