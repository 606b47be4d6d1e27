import type { SubmitEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Festoon } from '../ui/festoon.tsx';
import { Illustration } from '../ui/illustration.tsx';

/** The top of the landing page: a heading, a search field and an example result. */
export function Hero() {
  return (
    <div className="hero night">
      <div className="hero-string">
        <Festoon bulbs={15} spans={3} sag={46} size={8} />
      </div>
      <div className="wrap">
        <div>
          <h1>Where events shine brighter</h1>
          <p className="muted">
            Tell us what you’re planning. Photographers, videographers, DJs and designers get in touch, and every step
            of the booking is on record for both of you.
          </p>
          <Search />
          <div className="actions">
            <Link className="button quiet large" to="/leads">
              Browse Leads
            </Link>
            <Link className="button quiet large" to="/vendor-recommendations">
              Tell Us What You Need
            </Link>
          </div>
        </div>
        <Collage />
      </div>
    </div>
  );
}

function Search() {
  const navigate = useNavigate();
  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    void navigate(q ? `/creators?${new URLSearchParams({ q })}` : '/creators');
  };
  return (
    <search>
      <form className="search" action="/creators" onSubmit={search}>
        <input
          name="q"
          type="search"
          aria-label="Search photographers, videographers, vendors"
          placeholder="Search photographers, videographers, vendors..."
          maxLength={120}
        />
        <button className="button primary" type="submit">
          Search
        </button>
      </form>
    </search>
  );
}

function Collage() {
  return (
    <div className="collage" aria-hidden="true">
      <div className="card">
        <Illustration motif="evening" seed={7} />
      </div>
      <div className="card">
        <Illustration motif="flowers" seed={3} />
      </div>
      <div className="card">
        <Illustration motif="stage" seed={5} />
      </div>
      <div className="card small record">
        <div className="line">
          <b>Garden wedding</b>
          <span className="muted">June 20, 2027</span>
        </div>
        <Festoon bulbs={6} lit={3} sag={12} size={5} />
        <span className="muted">Requested, deposit paid, confirmed</span>
      </div>
    </div>
  );
}
