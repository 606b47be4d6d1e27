import { Button, Flex, Form } from 'antd';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import { useFinishOnboarding } from '../features/catalog/finish-onboarding.ts';
import { LocationStep } from '../features/catalog/location-step.tsx';
import { PortfolioStep } from '../features/catalog/portfolio-step.tsx';
import { blankPackage, PricingStep } from '../features/catalog/pricing-step.tsx';
import { ServicesStep } from '../features/catalog/services-step.tsx';
import { useMe } from '../features/identity/session.ts';
import { dropDraft } from '../platform/drafts.ts';
import { useDraft } from '../ui/draft-offer.tsx';
import { Festoon, Loader } from '../ui/festoon.tsx';
import { Page } from '../ui/page.tsx';
import '../features/catalog/onboarding.css';

type Step = { name: string; text: string; Fields: ComponentType };
const steps: readonly [Step, ...Step[]] = [
  { name: 'Services', text: 'What you do, and who you do it for.', Fields: ServicesStep },
  { name: 'Portfolio', text: 'Where clients can see your work.', Fields: PortfolioStep },
  { name: 'Location', text: 'Where you’re based and how far you travel.', Fields: LocationStep },
  { name: 'Pricing', text: 'Add at least one package clients can book.', Fields: PricingStep },
];
const start = { country: 'US', travelRadius: 50, packages: [blankPackage] };
const last = steps.length - 1;

/** Four steps. What was typed stays while going back and forth, and is sent once, at the end. */
export function Onboarding() {
  const { data: me } = useMe();
  if (me?.role === 'client') return <Navigate to="/dashboard" replace />;
  return (
    <Page title="Set up your profile" width="narrow">
      {me && <Wizard draftKey={`onboarding.${me.id}`} />}
    </Page>
  );
}

function Wizard({ draftKey }: { draftKey: string }) {
  const [form] = Form.useForm();
  const draft = useDraft(draftKey, form);
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  const finish = useFinishOnboarding();
  const { name, text, Fields } = steps[at] ?? steps[0];
  const finished = () => {
    dropDraft(draftKey);
    void navigate('/dashboard');
  };
  const next = () => {
    if (at < last) setAt(at + 1);
    else finish.mutate(form.getFieldsValue(true), { onSuccess: finished });
  };
  return (
    <div className="wizard">
      <Progress at={at} />
      <StepTitle key={name} name={name} moved={at > 0} />
      <p className="muted">{text}</p>
      <Form
        form={form}
        name="onboarding"
        layout="vertical"
        initialValues={start}
        onFinish={next}
        onValuesChange={draft.save}
      >
        {draft.offer}
        <Fields />
        <Flex className="wizard-end" wrap gap={12} align="center">
          {at > 0 && <Button onClick={() => setAt(at - 1)}>Back</Button>}
          <Button type="primary" htmlType="submit">
            {at < last ? 'Continue' : 'Complete Setup'}
          </Button>
          <Link className="link" to="/dashboard">
            Skip for now
          </Link>
        </Flex>
      </Form>
      {finish.isPending && (
        <div className="overlay">
          <Loader label="Setting up your profile..." />
        </div>
      )}
    </div>
  );
}

// The focus moves to the heading of each next step; on arrival it stays where the page put it.
function StepTitle({ name, moved }: { name: string; moved: boolean }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (moved) title.current?.focus();
  }, [moved]);
  return (
    <h2 ref={title} tabIndex={-1}>
      {name}
    </h2>
  );
}

function Progress({ at }: { at: number }) {
  const count = `Step ${at + 1} of ${steps.length}`;
  return (
    <div className="wizard-progress">
      <Flex justify="space-between">
        <b>{count}</b>
        <span className="muted num">{Math.round(((at + 1) / steps.length) * 100)}% complete</span>
      </Flex>
      <Festoon bulbs={steps.length} lit={at + 1} sag={22} size={8} title={count} labels={steps} />
    </div>
  );
}
