import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

type CoverProps = {
  picture?: ReactNode;
  back?: ReactNode;
  eyebrow: ReactNode;
  title: string;
  facts: ReactNode;
  actions?: ReactNode;
};

/** The top of a gallery's page: its first picture, and the facts of the gallery on it. */
export function Cover({ picture, back, eyebrow, title, facts, actions }: CoverProps) {
  return (
    <header className="cover night">
      {picture}
      <div className="wrap cover-text">
        {back}
        <div className="cover-facts">
          <p className="eyebrow">{eyebrow}</p>
          <h1>{title}</h1>
          <p className="muted">{facts}</p>
        </div>
        <div className="actions">{actions}</div>
      </div>
    </header>
  );
}

/** The same height as the cover of a loaded gallery. */
export function LoadingCover() {
  return <Cover back={<BackLink />} eyebrow=" " title="Gallery" facts="Loading gallery..." />;
}

export function BackLink() {
  return (
    <Link className="back" to="/bookings">
      <ArrowLeft aria-hidden="true" /> Back
    </Link>
  );
}
