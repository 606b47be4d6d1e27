import { Alert, Button, Flex, Form, Input } from 'antd';
import { useState } from 'react';
import { calendarSubscription, type OwnAvailability } from '#catalog/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { rulesFor, serverFieldErrors } from '../../platform/form-rules.ts';
import { amount } from '../../platform/text.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { Deferred } from '../../ui/deferred.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useRotateFeed, useSubscribeToCalendar, useUnsubscribeFromCalendar } from './availability-api.ts';

const ConfirmDialog = lazyPart(async () => (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog);

/** The address under which a calendar program finds the bookings. */
export function FeedPanel({ feedPath }: { feedPath: string | null }) {
  const rotate = useRotateFeed();
  const [isAsking, setAsking] = useState(false);
  return (
    <Panel
      title="Your bookings in your calendar"
      text="Add this address to Google Calendar, Apple Calendar or Outlook, and your confirmed bookings appear there. Anyone who knows it sees the dates of your bookings."
    >
      {feedPath ? (
        <Flex vertical gap={12} align="start">
          <CopyField value={`${location.origin}${feedPath}`} label="Address of your bookings" />
          <Button onClick={() => setAsking(true)}>New address</Button>
        </Flex>
      ) : (
        <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
          Create an address
        </Button>
      )}
      <Deferred open={isAsking}>
        <ConfirmDialog
          title="Replace the address?"
          open={isAsking}
          confirm="Replace"
          keep="Keep"
          submitting={rotate.isPending}
          onConfirm={() => rotate.mutate(undefined, { onSettled: () => setAsking(false) })}
          onKeep={() => setAsking(false)}
        >
          Calendars that use the current address stop receiving your bookings.
        </ConfirmDialog>
      </Deferred>
    </Panel>
  );
}

const rules = rulesFor(calendarSubscription);

/** Another calendar of the professional, whose busy days count as busy here too. */
export function SubscriptionPanel({ subscriptions: [subscription] }: Pick<OwnAvailability, 'subscriptions'>) {
  const [form] = Form.useForm<{ url: string }>();
  const subscribe = useSubscribeToCalendar();
  const unsubscribe = useUnsubscribeFromCalendar();
  const save = ({ url }: { url: string }) =>
    subscribe.mutate(calendarSubscription.parse({ url }), {
      onError: (error) => form.setFields(serverFieldErrors(error) as Parameters<typeof form.setFields>[0]),
    });
  return (
    <Panel
      title="Busy days from another calendar"
      text="Paste the secret iCal address of another calendar. Days that are busy there are busy on Festoon too; nothing else of it is stored. Festoon checks it every six hours."
    >
      <Form
        form={form}
        name="subscription"
        layout="vertical"
        initialValues={{ url: subscription?.url }}
        onFinish={save}
      >
        <Form.Item name="url" label="iCal address" rules={rules('url')} required>
          <Input type="url" inputMode="url" placeholder="https://" autoComplete="off" />
        </Form.Item>
        {subscription && <SubscriptionState subscription={subscription} />}
        <Flex gap={10} wrap>
          <Button htmlType="submit" loading={subscribe.isPending}>
            {subscription ? 'Read again' : 'Subscribe'}
          </Button>
          {subscription && (
            <Button
              loading={unsubscribe.isPending}
              onClick={() => unsubscribe.mutate(undefined, { onSuccess: () => form.setFieldValue('url', '') })}
            >
              Remove
            </Button>
          )}
        </Flex>
      </Form>
    </Panel>
  );
}

type Subscription = OwnAvailability['subscriptions'][number];

function SubscriptionState({ subscription: { checkedAt, readAt, problem, busyDays } }: { subscription: Subscription }) {
  const lastRead = readAt && `Last checked on ${dateAndTime(readAt)}: ${amount(busyDays, 'busy day')}.`;
  return (
    <div className="subscription-state" aria-live="polite">
      {problem !== null && <Alert type="error" title="The calendar could not be read." description={problem} />}
      {lastRead ? <p className="small muted">{lastRead}</p> : null}
      {checkedAt === null && <p className="small muted">The calendar is being checked. This takes a moment.</p>}
    </div>
  );
}
