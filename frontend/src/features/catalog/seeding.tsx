import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Flex, Table, Typography } from 'antd';
import { useState } from 'react';
import type { Seeding } from '#catalog/contract';
import { invoke } from '../../platform/http.ts';
import { Deferred } from '../../ui/deferred.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Panel } from '../../ui/panel.tsx';

const ConfirmDialog = lazyPart(async () => (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog);

const useSeeding = (name: 'seed-dummy-vendors' | 'delete-dummy-vendors', failure: string) =>
  useMutation({ mutationFn: () => invoke<Seeding>(name), meta: { failure, topics: ['catalog'] } });

/** Creates and deletes the dummy vendors. Both take some seconds. */
export function SeedingTool() {
  const seed = useSeeding('seed-dummy-vendors', 'Failed to seed database');
  const remove = useSeeding('delete-dummy-vendors', 'Failed to delete dummy data');
  const [confirming, setConfirming] = useState(false);
  const [last, setLast] = useState<Seeding>();
  const isBusy = seed.isPending || remove.isPending;
  const close = () => setConfirming(false);
  return (
    <div className="stack">
      <Panel
        title="Dummy vendors"
        text="Ten vendors with services, packages and prices, for a site that would otherwise be empty. No person uses these accounts. Deleting them erases them like any other account."
      >
        <Flex wrap gap={12}>
          <Button
            type="primary"
            loading={seed.isPending}
            disabled={isBusy}
            onClick={() => seed.mutate(undefined, { onSuccess: setLast })}
          >
            Create Dummy Vendors
          </Button>
          <Button danger loading={remove.isPending} disabled={isBusy} onClick={() => setConfirming(true)}>
            Delete Dummy Vendors
          </Button>
        </Flex>
      </Panel>
      {last && <Outcome outcome={last} />}
      <Deferred open={confirming}>
        <ConfirmDialog
          title="Delete all dummy vendors?"
          open={confirming}
          confirm="Delete Dummy Vendors"
          keep="Keep them"
          submitting={remove.isPending}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: (outcome) => {
                setLast(outcome);
                close();
              },
              onError: close,
            })
          }
          onKeep={close}
        >
          <p>Their accounts and profiles are erased for good.</p>
        </ConfirmDialog>
      </Deferred>
    </div>
  );
}

const statusNames = { created: 'Created', exists: 'Already there', deleted: 'Deleted' } as const;

function Outcome({ outcome: { message, results, password } }: { outcome: Seeding }) {
  return (
    <Panel title={message}>
      {password && (
        <Alert
          type="info"
          title={
            <>
              Password of the new accounts, shown only now: <Typography.Text copyable>{password}</Typography.Text>
            </>
          }
        />
      )}
      {results.length > 0 && (
        <Table
          size="small"
          rowKey="email"
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={results}
          columns={[
            { title: 'Name', dataIndex: 'name' },
            { title: 'Email', dataIndex: 'email' },
            { title: 'Result', render: (_, { status }) => statusNames[status] },
          ]}
        />
      )}
    </Panel>
  );
}
