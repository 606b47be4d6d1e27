import { Drawer, Tree } from 'antd';
import { type ReactNode, useContext } from 'react';
import { Link } from 'react-router-dom';
import type { Timeline } from '#backoffice/contract';
import { Loaded } from '../../ui/loaded.tsx';
import { SkeletonBlocks } from '../../ui/states.tsx';
import { useEventChain } from './api.ts';
import { type EventNode, treeOf } from './event-tree.ts';
import { FieldTextsContext } from './field-texts.ts';

/** All events that resulted from the same request as one event, as a tree. */
export function EventChainDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <Drawer
      title="Causes and Results"
      size="min(760px, 100vw)"
      open={id !== undefined}
      onClose={onClose}
      destroyOnHidden
    >
      {id && <EventChain id={id} />}
    </Drawer>
  );
}

function EventChain({ id }: { id: string }) {
  const query = useEventChain(id);
  const texts = useContext(FieldTextsContext);
  return (
    <Loaded query={query} failure="The events could not be loaded" skeleton={<SkeletonBlocks heights={[300]} />}>
      {({ items, complete }) => (
        <div className="stack staff-list">
          <p className="small muted">
            Everything that one request led to. Jobs that recorded no event are not shown. Personal data is hidden.
          </p>
          {!complete && <Incomplete items={items} />}
          <Tree
            className="event-tree"
            showLine
            selectable={false}
            defaultExpandAll
            treeData={treeOf(items, texts).map((node) => dataOf(node, id))}
          />
        </div>
      )}
    </Loaded>
  );
}

/** The log has no limit, but only operators can read it. */
function Incomplete({ items }: { items: Timeline['items'] }) {
  const correlation = items[0]?.correlation ?? '';
  return (
    <p>
      There are too many: only {items.length} events are shown. Operators find{' '}
      <Link className="link" to={`/staff/log?${new URLSearchParams({ correlation })}`}>
        all of them in the log
      </Link>
      .
    </p>
  );
}

type TreeData = { key: string; title: ReactNode; children: TreeData[] };

const dataOf = (node: EventNode, shownId: string): TreeData => ({
  key: node.key,
  title: <NodeTitle node={node} isShown={node.key === shownId} />,
  children: node.children.map((child) => dataOf(child, shownId)),
});

function NodeTitle({ node: { kind, title, note }, isShown }: { node: EventNode; isShown: boolean }) {
  return (
    <span aria-current={isShown || undefined}>
      {kind === 'job' ? <code className="small">{title}</code> : isShown ? <b>{title}</b> : title}{' '}
      <span className="small muted">{isShown ? `${note} · this event` : note}</span>
    </span>
  );
}
