import { Button, Flex, Form } from 'antd';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { CreatorProfile } from '#catalog/contract';
import { useOwnProfile } from '../features/catalog/api.ts';
import { useFinishOnboarding } from '../features/catalog/finish-onboarding.ts';
import { LocationStep } from '../features/catalog/location-step.tsx';
import { startOf } from '../features/catalog/onboarding.ts';
import { PortfolioStep } from '../features/catalog/portfolio-step.tsx';
import { PricingStep } from '../features/catalog/pricing-step.tsx';
import { ServicesStep } from '../features/catalog/services-step.tsx';
import { useLinkedReturnPath } from '../features/identity/return-path.ts';
import { useMe } from '../features/identity/session.ts';
import { dropDraft } from '../platform/drafts.ts';
import { useDraft } from '../ui/draft-offer.tsx';
import { Festoon, Loader } from '../ui/festoon.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonBlocks } from '../ui/states.tsx';
import '../features/catalog/onboarding.css';

type Step = { name: string; text: string; Fields: ComponentType };
const steps: readonly [Step, ...Step[]] = [
  { name: 'Services', text: 'What you do, and who you do it for.', Fields: ServicesStep },
  { name: 'Portfolio', text: 'Where clients can see your work.', Fields: PortfolioStep },
  { name: 'Location', text: 'Where you’re based and how far you travel.', Fields: LocationStep },
  { name: 'Pricing', text: 'Add at least one package clients can book.', Fields: PricingStep },
];
const last = steps.length - 1;

/** Four steps. What was typed stays while going back and forth, and is sent once, at the end. */
export function Onboarding() {
  const { data: me } = useMe();
  const profile = useOwnProfile();
  if (me?.role === 'client') return <Navigate to="/dashboard" replace />;
  return (
    <Page title="Set up your profile" width="narrow">
      {me && (
        <Loaded
          query={profile}
          failure="Your profile could not be loaded"
          skeleton={<SkeletonBlocks heights={[96, 420]} />}
        >
          {(saved) => <Wizard draftKey={`onboarding.${me.id}`} saved={saved} />}
        </Loaded>
      )}
    </Page>
  );
}

/**
 * The steps are in the address, so that the browser's Back button returns to the previous step. Until the onboarding is
 * completed, only steps that were reached since the page was opened can be shown, because the earlier steps must be
 * filled in first.
 */
const useStep = (completed: boolean): readonly [at: number, goTo: (step: number) => void] => {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const [reached, setReached] = useState(completed ? last : 0);
  const requested = Number(search.get('step') ?? 1) - 1;
  const at = Number.isInteger(requested) ? Math.min(Math.max(requested, 0), reached) : 0;
  const goTo = (step: number) => {
    setReached(Math.max(reached, step));
    setSearch(step === 0 ? {} : { step: String(step + 1) }, { state });
  };
  return [at, goTo];
};

function Wizard({ draftKey, saved }: { draftKey: string; saved: CreatorProfile }) {
  const [form] = Form.useForm();
  const draft = useDraft(draftKey, form);
  const [at, goTo] = useStep(saved.onboardingCompleted);
  const navigate = useNavigate();
  const nextPage = useLinkedReturnPath() ?? '/dashboard';
  const finish = useFinishOnboarding();
  const { name, text, Fields } = steps[at] ?? steps[0];
  const finished = () => {
    dropDraft(draftKey);
    void navigate(nextPage);
  };
  const next = () => {
    if (at < last) goTo(at + 1);
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
        initialValues={startOf(saved)}
        onFinish={next}
        onValuesChange={draft.save}
      >
        {draft.offer}
        <Fields />
        <Flex className="wizard-end" wrap gap={12} align="center">
          {at > 0 && <Button onClick={() => goTo(at - 1)}>Back</Button>}
          <Button type="primary" htmlType="submit">
            {at < last ? 'Continue' : 'Complete Setup'}
          </Button>
          <Link className="link" to={nextPage}>
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

// The focus moves to the heading of each next step, but stays unchanged when the page is opened.
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

/** The steps that are done, without the one that is shown. */
function Progress({ at }: { at: number }) {
  const count = `Step ${at + 1} of ${steps.length}`;
  return (
    <div className="wizard-progress">
      <Flex justify="space-between">
        <b>{count}</b>
        <span className="muted num">{Math.round((at / steps.length) * 100)}% complete</span>
      </Flex>
      <Festoon bulbs={steps.length} lit={at} sag={22} size={8} title={count} labels={steps} current={at} />
    </div>
  );
}
