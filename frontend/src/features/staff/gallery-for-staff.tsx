import { Button, Table } from 'antd';
import { useState } from 'react';
import { type GalleryItem, itemsOf, type StaffGallery, type StaffGalleryFacts } from '#galleries/contract';
import { dateAndTime, longDate } from '../../platform/dates.ts';
import { fileSize, titleCase } from '../../platform/text.ts';
import { Panel } from '../../ui/panel.tsx';
import { useGalleryFacts, useOpenGallery } from './api.ts';
import { Facts } from './facts.tsx';
import { RevealPanel } from './reveal-panel.tsx';

/** How many visits of a link the server keeps. */
const maxVisits = 200;

type GalleryForStaffProps = {
  id: string;
  /** Whether the viewer may see the files, after a reason. */
  mayOpen: boolean;
};

/** The gallery of a booking: what it is, and its files, which are hidden until staff give a reason. */
export function GalleryForStaff({ id, mayOpen }: GalleryForStaffProps) {
  const facts = useGalleryFacts(id).data;
  const [reason, setReason] = useState('');
  const [gallery, setGallery] = useState<StaffGallery>();
  const [items, setItems] = useState<readonly GalleryItem[]>([]);
  const open = useOpenGallery(id);
  const show = (page: StaffGallery) => {
    setGallery(page);
    setItems((shown) => [...shown, ...itemsOf(page)]);
  };
  if (gallery)
    return (
      <OpenGallery
        gallery={gallery}
        items={items}
        loading={open.isPending}
        onMore={(cursor) => open.mutate({ reason, cursor }, { onSuccess: show })}
      />
    );
  const list = facts && <Facts facts={factsOf(facts)} />;
  if (!mayOpen) return <Panel title="Gallery">{list}</Panel>;
  return (
    <RevealPanel
      title="Gallery"
      text="Its files are shown after you have given a reason."
      action="Open Gallery"
      dialog={{
        name: 'open-gallery',
        title: 'Open the gallery',
        text: 'The log records who has seen it and why. Both parties can read it in the export of their data.',
      }}
      reveal={{
        isPending: open.isPending,
        mutate: (given, done) => {
          setReason(given);
          open.mutate(
            { reason: given },
            {
              onSuccess: (opened) => {
                show(opened);
                done.onSuccess();
              },
            },
          );
        },
      }}
    >
      {list}
    </RevealPanel>
  );
}

type OpenGalleryProps = {
  gallery: StaffGallery;
  items: readonly GalleryItem[];
  loading: boolean;
  onMore: (cursor: string) => void;
};

function OpenGallery({ gallery, items, loading, onMore }: OpenGalleryProps) {
  const { name, description, nextCursor, links, reopenReason } = gallery;
  return (
    <Panel title={`Gallery: ${name}`} text={description ?? undefined}>
      <Facts facts={[...factsOf(gallery), ...(reopenReason ? [['Reopened because', reopenReason] as const] : [])]} />
      {links.length > 0 && <Links links={links} />}
      <ul className="staff-files">
        {items.map((item) => (
          <li key={item.id}>
            <File item={item} />
          </li>
        ))}
      </ul>
      {nextCursor !== null && (
        <Button className="more" loading={loading} onClick={() => onMore(nextCursor)}>
          Show more files
        </Button>
      )}
    </Panel>
  );
}

const factsOf = (gallery: StaffGalleryFacts): readonly (readonly [name: string, value: string])[] => [
  ['Status', titleCase(gallery.status)],
  ['Delivered', gallery.deliveryDate ? `${longDate(gallery.deliveryDate)}, version ${gallery.version}` : 'Not yet'],
  ['Promised by', `${longDate(gallery.dueDate)}${gallery.isLate ? ', late' : ''}`],
  ['Accepted', gallery.acceptedAt ? dateAndTime(gallery.acceptedAt) : 'No'],
  ['Files', `${gallery.itemCount}, ${fileSize(gallery.totalSize)}`],
  ['Originals', gallery.originalsLocked ? 'Locked until the booking is paid in full' : 'Not locked'],
  ...(gallery.filesRemovedAt ? [['Files removed', dateAndTime(gallery.filesRemovedAt)] as const] : []),
];

type Link = StaffGallery['links'][number];

/** The links that the professional made for people without an account, and how often they were used. */
function Links({ links }: { links: readonly Link[] }) {
  return (
    <Table<Link>
      className="staff-links"
      size="small"
      rowKey="id"
      dataSource={[...links]}
      pagination={false}
      scroll={{ x: 'max-content' }}
      columns={[
        { title: 'Link', render: (_, link) => `Made ${dateAndTime(link.createdAt)}` },
        { title: 'Allows', render: (_, { access }) => (access === 'download' ? 'View and download' : 'View only') },
        { title: 'Needs', render: (_, link) => needsText(link) },
        { title: 'Ends', render: (_, link) => endText(link) },
        { title: 'Visits', align: 'right', render: (_, link) => countOf(link, 'opened') },
        { title: 'Downloads', align: 'right', render: (_, link) => countOf(link, 'downloaded') },
        { title: 'Last used', render: (_, { visits: [last] }) => (last ? dateAndTime(last.createdAt) : 'Never') },
      ]}
    />
  );
}

const needsText = ({ hasPassword, hasPin }: Link): string =>
  [...(hasPassword ? ['Password'] : []), ...(hasPin ? ['PIN for downloads'] : [])].join(', ') || 'Nothing';

const endText = ({ revokedAt, expiresAt }: Link): string => {
  if (revokedAt) return `Revoked ${dateAndTime(revokedAt)}`;
  return expiresAt ? dateAndTime(expiresAt) : 'Never';
};

/** Only the latest 200 visits of a link are known. */
const countOf = ({ visits }: Link, kind: Link['visits'][number]['kind']): string => {
  const count = visits.filter((visit) => visit.kind === kind).length;
  return visits.length < maxVisits ? String(count) : `${count} of the last ${maxVisits}`;
};

const stateTexts: Readonly<Record<GalleryItem['state'], string>> = {
  processing: 'Not processed yet',
  ready: 'No preview',
  refused: 'Could not be processed',
};

/** A file with its preview, which opens a larger one. */
function File({ item: { fileName, fileSize: bytes, createdAt, state, refusal, previews } }: { item: GalleryItem }) {
  return (
    <figure className="staff-file">
      {previews ? (
        <a href={previews.large} target="_blank" rel="noreferrer">
          <img src={previews.small} alt={`Preview of ${fileName}`} loading="lazy" />
        </a>
      ) : (
        <p className="small muted">{refusal ?? stateTexts[state]}</p>
      )}
      <figcaption className="small">
        {fileName}
        <br />
        <span className="muted">
          {fileSize(bytes)} · {dateAndTime(createdAt)}
        </span>
      </figcaption>
    </figure>
  );
}
