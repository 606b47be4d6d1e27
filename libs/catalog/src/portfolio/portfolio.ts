import { type Actor, aggregate, type Message, type Nothing, type PersonalData, refuse } from '#kernel';
import { offersServices } from '../creator.ts';

/** How many pictures a portfolio can have. Files that could not be used are not counted. */
export const portfolioLimit = 30;
/** How many files that could not be used are kept for their creator to read why. */
const refusedLimit = 30;
/** How many uploads are remembered: more than can be under way at the same time. */
const knownLimit = 500;

/** A file as it was uploaded, and its path in the storage. */
type UploadedFile = { fileName: string; original: string };
type Texts = { title: string | null; description: string | null };
/** Width and height in pixels; the thumbhash in base64. */
type Facts = { width: number; height: number; thumbhash: string };
/** Where the copies of a picture are, without their extension. */
type Target = { target: string };

export type PortfolioCommands = {
  /** `timestamp` is when the upload began, in milliseconds since 1970. */
  add: UploadedFile & { creatorId: string; pictureId: string; timestamp: number };
  /** The picture was decoded and its copies are stored. */
  publish: Facts & { pictureId: string };
  /** The file cannot be used; `reason` is for its creator. */
  refuse: { pictureId: string; reason: string };
  /** Texts that are left out stay as they are. */
  describe: Partial<Texts> & { pictureId: string };
  /** Pictures that are left out follow those in the list. */
  order: { pictureIds: readonly string[] };
  remove: { pictureId: string };
  /** Removes everything because the creator's account was closed. */
  clear: Nothing;
};

type OfCreator = { creatorId: string };
type OfPicture = OfCreator & { pictureId: string };
export type PortfolioEvents = {
  PortfolioOpened: OfCreator;
  PortfolioPictureAdded: OfPicture & UploadedFile & Target;
  PortfolioPicturePublished: OfPicture & Facts & { original: string };
  PortfolioPictureRefused: OfPicture & { reason: string; original: string };
  PortfolioPictureDescribed: OfPicture & Texts;
  PortfolioOrdered: OfCreator & { pictureIds: readonly string[] };
  PortfolioPictureRemoved: OfPicture & Target & { original: string };
  PortfolioCleared: OfCreator;
};

const personalData: PersonalData<PortfolioEvents> = {
  PortfolioPictureAdded: { of: 'creatorId', fields: ['fileName'] },
  PortfolioPicturePublished: { of: 'creatorId', fields: ['thumbhash'] },
  PortfolioPictureDescribed: { of: 'creatorId', fields: ['title', 'description'] },
};

type Picture = Texts &
  Target & {
    readonly id: string;
    readonly original: string;
    readonly status: 'processing' | 'published' | 'refused';
  };

/**
 * `known` are the ids of the latest uploads, so that a repeated one does not bring a removed picture back. `count` is
 * the total number of uploads so far.
 */
export type Portfolio = {
  readonly creatorId: string;
  readonly closed: boolean;
  readonly pictures: readonly Picture[];
  readonly known: readonly string[];
  readonly count: number;
};

export const portfolio = aggregate<PortfolioCommands, PortfolioEvents, Portfolio, 'portfolio'>({
  stream: 'portfolio',
  personalData,
  initial: { creatorId: '', closed: false, pictures: [], known: [], count: 0 },

  decide: {
    add(state, { facts: { creatorId, pictureId, timestamp, ...file }, by }) {
      requireOwner(creatorId, by);
      if (state.known.includes(pictureId)) return [];
      requireRoom(state);
      // The number at the end is one that no other picture of this creator has.
      const target = `public/${creatorId}/portfolio-${timestamp}-${state.count}`;
      return [
        ...(state.creatorId ? [] : [{ type: 'PortfolioOpened', data: { creatorId } } as const]),
        { type: 'PortfolioPictureAdded', data: { creatorId, pictureId, ...file, target } },
      ];
    },

    publish({ creatorId, pictures }, { facts: { pictureId, ...facts }, by }) {
      requireAutomatic(by);
      const picture = pictures.find(({ id }) => id === pictureId);
      if (picture?.status !== 'processing') return [];
      const { original } = picture;
      return [{ type: 'PortfolioPicturePublished', data: { creatorId, pictureId, ...facts, original } }];
    },

    refuse({ creatorId, pictures }, { facts: { pictureId, reason }, by }) {
      requireAutomatic(by);
      const picture = pictures.find(({ id }) => id === pictureId);
      if (picture?.status !== 'processing') return [];
      const { original } = picture;
      const refused = pictures.filter(({ status }) => status === 'refused');
      const surplus = refused.slice(0, Math.max(0, refused.length + 1 - refusedLimit));
      return [
        { type: 'PortfolioPictureRefused', data: { creatorId, pictureId, reason, original } },
        ...surplus.map((each) => removalEvent(creatorId, each)),
      ];
    },

    describe({ creatorId, pictures }, { facts: { pictureId, ...change }, by }) {
      requireProfessional(by);
      const { title, description } = pictureOf(pictures, pictureId);
      const texts = {
        title: change.title === undefined ? title : change.title,
        description: change.description === undefined ? description : change.description,
      };
      if (texts.title === title && texts.description === description) return [];
      return [{ type: 'PortfolioPictureDescribed', data: { creatorId, pictureId, ...texts } }];
    },

    order({ creatorId, pictures }, { facts: { pictureIds }, by }) {
      requireProfessional(by);
      for (const id of pictureIds) pictureOf(pictures, id);
      const ids = pictures.map(({ id }) => id);
      const ordered = [...new Set([...pictureIds, ...ids])];
      if (ordered.every((id, place) => id === ids[place])) return [];
      return [{ type: 'PortfolioOrdered', data: { creatorId, pictureIds: ordered } }];
    },

    remove({ creatorId, pictures }, { facts: { pictureId }, by }) {
      requireProfessional(by);
      return [removalEvent(creatorId, pictureOf(pictures, pictureId))];
    },

    clear({ creatorId, closed }, { by }) {
      requireAutomatic(by);
      return closed || !creatorId ? [] : [{ type: 'PortfolioCleared', data: { creatorId } }];
    },
  },

  evolve: {
    PortfolioOpened: (state, { creatorId }) => ({ ...state, creatorId }),
    PortfolioPictureAdded: (state, { pictureId, original, target }) => ({
      ...state,
      known: [...state.known, pictureId].slice(-knownLimit),
      count: state.count + 1,
      pictures: [
        ...state.pictures,
        { id: pictureId, original, target, status: 'processing', title: null, description: null },
      ],
    }),
    PortfolioPicturePublished: (state, { pictureId }) => changed(state, pictureId, { status: 'published' }),
    PortfolioPictureRefused: (state, { pictureId }) => changed(state, pictureId, { status: 'refused' }),
    PortfolioPictureDescribed: (state, { pictureId, title, description }) =>
      changed(state, pictureId, { title, description }),
    PortfolioOrdered: (state, { pictureIds }) => ({ ...state, pictures: inOrder(state.pictures, pictureIds) }),
    PortfolioPictureRemoved: (state, { pictureId }) => ({
      ...state,
      pictures: state.pictures.filter(({ id }) => id !== pictureId),
    }),
    PortfolioCleared: (state) => ({ ...state, closed: true, pictures: [] }),
  },
});

/** Pictures in the order of these ids; those that are not among them keep their order at the end. */
export const inOrder = <P extends { readonly id: string }>(pictures: readonly P[], ids: readonly string[]): P[] => {
  const place = (id: string): number => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return [...pictures].sort((a, b) => place(a.id) - place(b.id));
};

/** Refuses if no further picture can be added. */
export function requireRoom({ closed, pictures }: Portfolio): void {
  if (closed) refuse('portfolio-closed', 'This portfolio is closed');
  if (pictures.filter(({ status }) => status !== 'refused').length >= portfolioLimit)
    refuse('portfolio-full', `A portfolio can have ${portfolioLimit} photos. Delete one to add another.`);
}

/** Refuses unless this is the caller's own portfolio. */
export function requireOwner(creatorId: string, by: Actor): void {
  if (by.id !== creatorId) refuse('portfolio-not-yours', 'This portfolio belongs to another user');
  requireProfessional(by);
}

/** Refuses callers who cannot have a portfolio. */
export function requireProfessional({ kind, role }: Actor): void {
  if (kind !== 'user' || !offersServices(role))
    refuse('portfolio-not-allowed', 'Only creators and vendors have a portfolio');
}

function requireAutomatic({ kind }: Actor): void {
  if (kind !== 'worker' && kind !== 'system') refuse('portfolio-not-allowed', 'This change is made automatically');
}

const removalEvent = (creatorId: string, { id, original, target }: Picture): Message<PortfolioEvents> => ({
  type: 'PortfolioPictureRemoved',
  data: { creatorId, pictureId: id, original, target },
});

const pictureOf = (pictures: readonly Picture[], pictureId: string): Picture =>
  pictures.find(({ id }) => id === pictureId) ??
  refuse('portfolio-picture-not-found', 'This photo is not in your portfolio');

const changed = (state: Portfolio, pictureId: string, change: Partial<Picture>): Portfolio => ({
  ...state,
  pictures: state.pictures.map((picture) => (picture.id === pictureId ? { ...picture, ...change } : picture)),
});
