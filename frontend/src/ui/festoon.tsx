import { useId } from 'react';

/** The label under a bulb: a name, and a note such as a date. */
export type FestoonLabel = { name: string; note?: string | undefined };

type FestoonProps = {
  bulbs: number;
  /** How many bulbs are lit, from the left, or which ones (from 0); by default all. */
  lit?: number | readonly number[];
  /** A bulb (from 0) that is not lit, although `lit` includes it. */
  out?: number;
  spans?: number;
  /** The sag of the wire, in pixels. */
  sag?: number;
  /** Half the width of a bulb, in pixels. */
  size?: number;
  labels?: readonly FestoonLabel[];
  /** The label (from 0) of the step that the user is at. */
  current?: number;
  /** The accessible name; without it the festoon is decorative. */
  title?: string;
};

const glass = (s: number): string =>
  `M${-s * 0.5} 5C${-s * 1.5} ${9 + s},${-s} ${7 + s * 2.75},0 ${7 + s * 2.8}S${s * 1.5} ${9 + s},${s * 0.5} 5Z`;

const wire = (spans: number, sag: number): string => {
  const span = 100 / spans;
  const swings = Array.from({ length: spans }, (_, i) => `Q${span * (i + 0.5)} ${2 + sag * 2} ${span * (i + 1)} 2`);
  return `M0 2${swings.join('')}`;
};

const wireHeight = (share: number, spans: number, sag: number): number => {
  const t = (share * spans) % 1;
  return 2 + sag * 4 * t * (1 - t);
};

function Bulb({ x, y, size, lit, halo }: { x: number; y: number; size: number; lit: boolean; halo: string }) {
  const middle = 6 + size * 1.5;
  return (
    <svg className={lit ? 'bulb lit' : 'bulb'} x={`${x}%`} y={y} overflow="visible" aria-hidden="true">
      <rect className="cap" x={-size * 0.42} y={-1} width={size * 0.84} height={7} rx={1.6} />
      <path className="glass" d={glass(size)} />
      <g className="flame">
        <circle cy={middle} r={size * 4.4} fill={`url(#${halo})`} />
        <path d={glass(size)} />
        <ellipse cx={-size * 0.3} cy={middle - size * 0.35} rx={size * 0.22} ry={size * 0.5} />
      </g>
    </svg>
  );
}

/**
 * A wire with light bulbs. It fills the width; the bulbs keep their size. With labels it is a list of steps, stacked on
 * small screens.
 */
export function Festoon({
  bulbs,
  lit = bulbs,
  out,
  spans = 1,
  sag = 34,
  size = 7,
  labels,
  current,
  title,
}: FestoonProps) {
  const halo = useId();
  const height = Math.ceil(sag + 10 + size * 3);
  const isLit = (i: number): boolean => i !== out && (typeof lit === 'number' ? i < lit : lit.includes(i));
  return (
    <div className="string">
      <svg
        className="festoon"
        width="100%"
        height={height}
        role={title ? 'img' : undefined}
        aria-label={title}
        aria-hidden={title ? undefined : true}
      >
        <defs>
          <radialGradient id={halo}>
            <stop offset="0" stopColor="#f2b84b" stopOpacity=".55" />
            <stop offset="1" stopColor="#f2b84b" stopOpacity="0" />
          </radialGradient>
        </defs>
        <svg width="100%" height={sag + 4} viewBox={`0 0 100 ${sag + 4}`} preserveAspectRatio="none" aria-hidden="true">
          <path className="wire" d={wire(spans, sag)} />
        </svg>
        {Array.from({ length: bulbs }, (_, i) => {
          const share = (i + 0.5) / bulbs;
          const y = Math.round(wireHeight(share, spans, sag) * 10) / 10;
          // biome-ignore lint/suspicious/noArrayIndexKey: bulbs have no identity but their position.
          return <Bulb key={i} x={share * 100} y={y} size={size} lit={isLit(i)} halo={halo} />;
        })}
      </svg>
      {labels && <Labels labels={labels} isLit={isLit} current={current} />}
    </div>
  );
}

type LabelsProps = {
  labels: readonly FestoonLabel[];
  isLit: (i: number) => boolean;
  current: number | undefined;
};

function Labels({ labels, isLit, current }: LabelsProps) {
  const stateOf = (i: number): string => {
    if (i === current) return 'current step';
    return isLit(i) ? 'done' : 'to come';
  };
  return (
    <ol className="steps">
      {labels.map(({ name, note }, i) => (
        <li key={name} className={isLit(i) ? 'lit' : undefined} aria-current={i === current ? 'step' : undefined}>
          <b>
            {name}
            <span className="unseen">, {stateOf(i)}</span>
          </b>
          {note && <span>{note}</span>}
        </li>
      ))}
    </ol>
  );
}

/** Bulbs that light up in turn while something is loading. */
export function Loader({ label = 'Loading...' }: { label?: string }) {
  return (
    <div className="center loader" role="status">
      <Festoon bulbs={5} sag={16} size={6} />
      <span>{label}</span>
    </div>
  );
}
