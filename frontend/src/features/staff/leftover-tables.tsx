import { Button, Flex, Table } from 'antd';
import { useState } from 'react';
import { dateAndTime } from '../../platform/dates.ts';
import { fileSize } from '../../platform/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useStartMaintenance } from './api.ts';
import { type Leftover, leftoverTexts, namesText, tasks } from './projection-tasks.ts';

type LeftoverTablesProps = {
  leftovers: readonly Leftover[];
  /** Whether a task runs, so that no other one can be started. */
  disabled: boolean;
};

/**
 * Tables that are no longer read. Those that a rebuild replaced are dropped automatically after a day.
 */
export function LeftoverTables({ leftovers, disabled }: LeftoverTablesProps) {
  const start = useStartMaintenance();
  const [isConfirming, setConfirming] = useState(false);
  const names = [...new Set(leftovers.map(({ name }) => name))];
  const drop = () => start.mutate({ task: 'prune', projections: names }, { onSettled: () => setConfirming(false) });
  return (
    <Panel title="Old tables" text={leftovers.length === 0 ? 'There is no table that can be dropped.' : undefined}>
      {leftovers.length > 0 && (
        <>
          <Table<Leftover>
            size="small"
            rowKey={({ name, kind }) => `${kind} ${name}`}
            pagination={false}
            scroll={{ x: 'max-content' }}
            dataSource={[...leftovers]}
            columns={[
              { title: 'Table', dataIndex: 'name' },
              { title: 'Reason', render: (_, { kind }) => leftoverTexts[kind] },
              { title: 'Since', render: (_, { since }) => dateAndTime(since) },
              { title: 'Size', align: 'right', className: 'num', render: (_, { bytes }) => fileSize(bytes) },
            ]}
          />
          <Flex className="staff-tasks-below">
            <Button disabled={disabled} onClick={() => setConfirming(true)}>
              Drop old tables
            </Button>
          </Flex>
        </>
      )}
      <ConfirmDialog
        title={`Drop the old tables of ${namesText(names)}?`}
        open={isConfirming}
        confirm="Drop"
        keep="Cancel"
        submitting={start.isPending}
        onConfirm={drop}
        onKeep={() => setConfirming(false)}
      >
        {tasks.prune.confirmation}
      </ConfirmDialog>
    </Panel>
  );
}
