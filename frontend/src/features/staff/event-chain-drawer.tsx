import { Drawer, Tree } from 'antd';
import type { ReactNode } from 'react';
import { Loaded } from '../../ui/loaded.tsx';
import { SkeletonBlocks } from '../../ui/states.tsx';
import { useEventChain } from './api.ts';
import { type EventNode, treeOf } from './event-tree.ts';

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
  return (
    <Loaded query={query} failure="The events could not be loaded" skeleton={<SkeletonBlocks heights={[300]} />}>
      {({ items, complete }) => (
        <div className="stack staff-list">
          <p className="small muted">
            Everything that one request led to. Jobs that recorded no event are not shown. Personal data is hidden.
          </p>
          {!complete && <p>There are too many: only {items.length} events are shown.</p>}
          <Tree
            className="event-tree"
            showLine
            selectable={false}
            defaultExpandAll
            treeData={treeOf(items).map((node) => dataOf(node, id))}
          />
        </div>
      )}
    </Loaded>
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
