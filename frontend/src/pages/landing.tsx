import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { FeaturedCreators } from '../features/catalog/featured-creators.tsx';
import { takeClosedAccount } from '../platform/closed-account.ts';
import { liveFigures } from '../platform/live-figures.ts';
import { useStoredRole } from '../platform/session-storage.ts';
import { Festoon } from '../ui/festoon.tsx';
import { Illustration, type Motif } from '../ui/illustration.tsx';
import { Hero } from './landing-hero.tsx';
import { type Plan, plans } from './plans.ts';
import './landing.css';

// Fixed marketing figures, unless the server counts them.
const figures = [
  ['10K+', 'Active Creators'],
  ['50K+', 'Events Completed'],
  ['60+', 'Vendor Categories'],
  ['25K+', 'Client Reviews'],
] as const;

type Category = { name: string; text: string; to: string; motif: Motif; seed: number };
const categories: readonly Category[] = [
  {
    name: 'Photographers',
    text: 'Weddings, portraits, corporate',
    to: 'service=photographer',
    motif: 'evening',
    seed: 2,
  },
  {
    name: 'Videographers',
    text: 'Films, highlights, live',
    to: 'service=videographer',
    motif: 'film',
    seed: 4,
  },
  { name: 'Event Planners', text: 'From seating to send-off', to: 'q=planner', motif: 'tables', seed: 2 },
  { name: 'Entertainment', text: 'DJs and live music', to: 'service=dj', motif: 'stage', seed: 9 },
];

export function Landing() {
  return (
    <>
      <title>Festoon · where events shine brighter</title>
      <ClosedAccountNotice />
      <main id="content" tabIndex={-1}>
        <Hero />
        <Figures />
        <Categories />
        <FeaturedCreators />
        <Pricing />
        <Closing />
      </main>
    </>
  );
}

/** Shown after the page has become interactive: its document is the same for all visitors. */
function ClosedAccountNotice() {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (takeClosedAccount()) setIsShown(true);
  }, []);
  return <div role="status">{isShown && <p className="banner center">Your account was deleted</p>}</div>;
}

function Figures() {
  const live = liveFigures();
  if (live?.length === 0) return null;
  return (
    <dl className="wrap columns figures">
      {figures.map(([figure, name], index) => (
        <div key={name}>
          <dt className="muted small">{name}</dt>
          <dd className="figure large">{live?.[index] ?? figure}</dd>
        </div>
      ))}
    </dl>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="wrap">
      <h2 className="section-top">{title}</h2>
      {children}
    </section>
  );
}

function Categories() {
  return (
    <Section title="Who do you need?">
      <div className="columns categories">
        {categories.map(({ name, text, to, motif, seed }) => (
          <Link key={name} className="card opens category" to={`/creators?${to}`}>
            <Illustration motif={motif} seed={seed} />
            <div className="pad">
              <h3>{name}</h3>
              <span className="muted small">{text}</span>
            </div>
          </Link>
        ))}
      </div>
    </Section>
  );
}

function Pricing() {
  return (
    <Section title="Plans without surprises">
      <div className="columns medium plans">
        {plans.map(({ name, price, best, onRequest, promises }: Plan) => (
          <div key={name} className={best ? 'card pad offer night' : 'card pad offer'}>
            <h3>{name}</h3>
            <div>
              <span className="figure large">{price}</span>
              <span className="muted"> /month</span>
            </div>
            <ul className="bullets">
              {promises.map((promise) => (
                <li key={promise}>{promise}</li>
              ))}
            </ul>
            <PlanLink name={name} onRequest={onRequest} />
          </div>
        ))}
      </div>
      <p className="muted small">
        Pro is for creators and vendors. You pay one month at a time, and it doesn’t renew automatically. Enterprise is
        available on request.
      </p>
    </Section>
  );
}

function PlanLink({ name, onRequest = false }: { name: string; onRequest?: boolean | undefined }) {
  const role = useStoredRole();
  // Professionals who are signed in choose their plan in the settings.
  const start = role === 'creator' || role === 'vendor' ? '/settings?tab=plan' : '/signup';
  return onRequest ? (
    <Link className="button" to="/contact">
      Contact Us<span className="unseen"> about {name}</span>
    </Link>
  ) : (
    <Link className="button" to={start}>
      Get Started<span className="unseen"> with {name}</span>
    </Link>
  );
}

function Closing() {
  return (
    <div className="wrap center closing">
      <Festoon bulbs={9} sag={40} size={8} />
      <h2>Hang the lights</h2>
      <p className="muted">Signing up is free and takes about a minute.</p>
      <div className="actions">
        <Link className="button primary large" to="/signup">
          Get Started Free
        </Link>
        <Link className="button large" to="/leads">
          Learn More
        </Link>
      </div>
    </div>
  );
}
