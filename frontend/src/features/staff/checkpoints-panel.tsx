import { Alert, Button, Flex, Table } from 'antd';
import { type ChangeEvent, useRef, useState } from 'react';
import type { LogCheckpoints, StaffIntegrity } from '#backoffice/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { saveFile } from '../../platform/save-file.ts';
import { Panel } from '../../ui/panel.tsx';
import { useLogCheckpoints } from './api.ts';
import { compareCheckpoints } from './integrity-texts.ts';

type Checkpoint = StaffIntegrity['checkpoints']['newest'][number];

const saveText = (text: string, name: string): void => saveFile(new Blob([text], { type: 'text/plain' }), name);

/** The newest checkpoints, both files for download, and the comparison with an earlier copy. */
export function CheckpointsPanel({ checkpoints: { count, newest } }: Pick<StaffIntegrity, 'checkpoints'>) {
  return (
    <Panel
      title="Checkpoints"
      text="Signed statements of what the log contained, kept outside of the database. Keep copies of both files where people who can change the database cannot change them."
    >
      <CheckpointFiles disabled={count === 0} />
      <Table<Checkpoint>
        size="small"
        rowKey="position"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={newest}
        locale={{ emptyText: 'There are no checkpoints yet. Workers sign one every hour in which events are written.' }}
        columns={[
          { title: 'Position', dataIndex: 'position', align: 'right', className: 'num' },
          { title: 'Signed', render: (_, { at }) => dateAndTime(at) },
          { title: 'Hash', className: 'num', render: (_, { hash }) => <abbr title={hash}>{hash.slice(0, 16)}…</abbr> },
          { title: 'Key', className: 'num', render: (_, { key }) => <abbr title={key}>{key.slice(0, 12)}…</abbr> },
        ]}
      />
    </Panel>
  );
}

function CheckpointFiles({ disabled }: { disabled: boolean }) {
  const files = useLogCheckpoints();
  const [comparison, setComparison] = useState<{ file: string; agrees: boolean; text: string }>();
  const input = useRef<HTMLInputElement>(null);
  const save = () =>
    files.mutate(undefined, {
      onSuccess: ({ checkpoints, publicKey }: LogCheckpoints) => {
        saveText(checkpoints, 'checkpoints.jsonl');
        if (publicKey !== null) saveText(publicKey, 'public-key.pem');
      },
    });
  const compare = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    setComparison(undefined);
    const copy = await file.text();
    // The same file can be chosen again after it was changed.
    target.value = '';
    files.mutate(undefined, {
      onSuccess: ({ checkpoints }) => setComparison({ file: file.name, ...compareCheckpoints(copy, checkpoints) }),
    });
  };
  return (
    <>
      <Flex wrap gap={10} className="staff-tasks">
        <Button disabled={disabled} loading={files.isPending} onClick={save}>
          Download both files
        </Button>
        <Button disabled={files.isPending} onClick={() => input.current?.click()}>
          Compare with a copy
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".jsonl,.json,.txt"
          aria-label="A copy of the checkpoints"
          onChange={compare}
        />
      </Flex>
      <div aria-live="polite" className={comparison && 'staff-tasks'}>
        {comparison && (
          <Alert
            type={comparison.agrees ? 'success' : 'error'}
            showIcon
            title={comparison.file}
            description={
              comparison.agrees ? `${comparison.text} Verify the log to compare its events with them.` : comparison.text
            }
          />
        )}
      </div>
    </>
  );
}
