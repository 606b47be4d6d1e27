import { memo, type ReactElement } from 'react';

/** What an illustration shows. */
export type Motif = 'evening' | 'film' | 'stage' | 'flowers' | 'tables';

const width = 640;
const height = 480;

type Random = () => number;
type Palette = readonly [ground: string, first: string, second: string, third: string];
type Shape = ReactElement;

// mulberry32: a small generator with the same sequence for the same seed in every browser.
const randomFrom = (seed: number): Random => {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};

const times = <T,>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const integer = Math.round;
const oneDecimal = (value: number): number => Math.round(value * 10) / 10;
const twoDecimals = (value: number): number => Math.round(value * 100) / 100;

const skies: readonly Palette[] = [
  ['#f3d9b8', '#d9734e', '#8c3f4d', '#3a2743'],
  ['#18324a', '#f2c98b', '#c9775b', '#0f1f33'],
  ['#f7e9d2', '#e2a76f', '#6f8f7f', '#294a45'],
];
const palettes: Readonly<Record<Motif, Palette>> = {
  evening: ['#2a1f3d', '#f2b84b', '#e8774f', '#f7e3b5'],
  stage: ['#161331', '#7b6cf0', '#f2b84b', '#e0528d'],
  flowers: ['#f1e6d6', '#b93f26', '#1f5a4d', '#e7b3a1'],
  film: ['#13212e', '#58a6a6', '#f2b84b', '#dfe7e4'],
  tables: ['#efe3d0', '#23504a', '#b93f26', '#f2b84b'],
};

const hill = (random: Random, k: number, [, , second, third]: Palette): Shape => {
  const base = height * (0.5 + k * 0.13);
  const wave = 13 + random() * 20;
  const shift = random() * 6;
  const points = times(17, (i) => `${i * 40} ${integer(base + Math.sin((i * 40) / (70 + k * 26) + shift) * wave)}`);
  const fill = k % 2 ? third : second;
  return (
    <path
      key={`h${k}`}
      d={`M0 ${height}L${points.join(' ')} ${width} ${height}Z`}
      fill={fill}
      opacity={twoDecimals(0.42 + k * 0.16)}
    />
  );
};

// A low sun, hills, and a wire of lights.
const dusk = (random: Random, palette: Palette): Shape[] => {
  const sun = (
    <circle
      key="sun"
      cx={integer(width * (0.25 + random() * 0.5))}
      cy={202}
      r={integer(60 + random() * 40)}
      fill={palette[1]}
    />
  );
  const lights = times(11, (i) => {
    const t = (i + 1) / 12;
    const y = (1 - t) ** 2 * 77 + 2 * t * (1 - t) * 192 + t * t * 58 + 9;
    return (
      <g key={`l${i}`}>
        <circle cx={integer(width * t)} cy={integer(y)} r={15} fill="#f2b84b" opacity=".22" />
        <circle cx={integer(width * t)} cy={integer(y)} r={5.5} fill="#ffe7ae" />
      </g>
    );
  });
  const wire = <path key="w" d="M0 77Q320 192 640 58" fill="none" stroke={palette[3]} strokeWidth={2} opacity=".7" />;
  return [sun, ...times(4, (k) => hill(random, k, palette)), wire, ...lights];
};

const bokeh = (random: Random, pick: () => string): Shape[] =>
  times(30, (i) => (
    <circle
      key={i}
      r={integer(12 + random() * 62)}
      cx={integer(random() * width)}
      cy={integer(height * (0.12 + random() * 0.72))}
      fill={pick()}
      opacity={twoDecimals(0.08 + random() * 0.42)}
    />
  ));

const beams = (random: Random, pick: () => string): Shape[] => [
  ...times(9, (i) => {
    const from = integer(width * (0.1 + random() * 0.8));
    const to = integer(width * (random() * 1.4 - 0.2));
    return (
      <path
        key={`b${i}`}
        d={`M${from} 0L${to - 46} 480h92Z`}
        fill={pick()}
        opacity={twoDecimals(0.12 + random() * 0.22)}
      />
    );
  }),
  <path
    key="crowd"
    d={times(46, (i) => `M${integer(i * 13.9)} 480v-${integer(20 + random() * 120)}h10V480Z`).join('')}
    fill="#0b0918"
    opacity=".82"
  />,
];

const petals = (x: number, y: number, size: number, turn: number): string =>
  times(6, (p) => {
    const angle = (p / 6) * 2 * Math.PI + turn;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    const [near, far, side] = [size * 0.12, size * 1.16, size * 0.62];
    const tip = `${integer(x + dx * far)} ${integer(y + dy * far)}`;
    const bend = (s: number) =>
      `${integer(x + dx * size * 0.75 - dy * side * s)} ${integer(y + dy * size * 0.75 + dx * side * s)}`;
    const root = `${integer(x + dx * near)} ${integer(y + dy * near)}`;
    return `M${root}Q${bend(1)} ${tip}Q${bend(-1)} ${root}`;
  }).join('');

const flowerBed = (random: Random, pick: () => string, [, , , third]: Palette): Shape[] => [
  ...times(8, (i) => (
    <rect key={`s${i}`} x={integer(-20 + i * 100)} y={0} width={43} height={height} fill={third} opacity=".28" />
  )),
  ...times(24, (i) => {
    const x = integer(width * (0.5 + (random() - 0.5) * 0.78));
    const y = integer(height * (0.52 + (random() - 0.5) * 0.66));
    const size = 14 + random() * 34;
    return (
      <g key={`f${i}`}>
        <path d={petals(x, y, size, random())} fill={pick()} opacity=".82" />
        <circle cx={x} cy={y} r={integer(size * 0.24)} fill="#f2b84b" />
      </g>
    );
  }),
];

// Frames of a film, one behind the other, with a play mark and perforations.
const frames = (random: Random, [ground, first, second, third]: Palette): Shape[] => {
  const sun = integer(210 + random() * 220);
  const holes = (y: number) => times(13, (i) => `M${16 + i * 49} ${y}h22v16h-22Z`).join('');
  const framesBehind = times(3, (i) => (
    <rect
      key={`r${i}`}
      x={70 + i * 34}
      y={66 + i * 18}
      width={500 - i * 34}
      height={348 - i * 36}
      rx={14}
      fill={[first, third, second][i]}
      opacity={twoDecimals(0.2 + i * 0.12)}
    />
  ));
  return [
    ...framesBehind,
    <rect key="frame" x={172} y={120} width={298} height={240} rx={14} fill={ground} />,
    <circle key="sun" cx={sun} cy={236} r={44} fill={second} />,
    <path
      key="hills"
      d={`M172 300Q${integer(240 + random() * 60)} 220 330 292T470 262V346a14 14 0 0 1-14 14H186a14 14 0 0 1-14-14Z`}
      fill={first}
      opacity=".82"
    />,
    <path key="edges" d={holes(20) + holes(444)} fill={third} opacity=".55" />,
    <path key="play" d="M298 206l58 34-58 34Z" fill={third} opacity=".94" />,
  ];
};

// Round tables with their chairs, seen from above.
const tablesFromAbove = (random: Random, [ground, first, second, third]: Palette): Shape[] =>
  times(9, (i) => {
    const x = integer(width * (0.14 + (i % 3) * 0.36));
    const y = integer(height * (0.18 + Math.floor(i / 3) * 0.32));
    const size = integer(42 + random() * 10);
    const turn = random();
    return (
      <g key={i}>
        {times(8, (p) => {
          const angle = (p / 8) * 2 * Math.PI + turn;
          const [cx, cy] = [integer(x + Math.cos(angle) * (size + 15)), integer(y + Math.sin(angle) * (size + 15))];
          return <circle key={p} cx={cx} cy={cy} r={8} fill={p % 3 ? third : second} />;
        })}
        <circle cx={x} cy={y} r={size} fill={first} opacity=".92" />
        <circle cx={x} cy={y} r={oneDecimal(size * 0.62)} fill={ground} />
        <circle cx={x} cy={y} r={oneDecimal(size * 0.18)} fill={random() > 0.5 ? second : third} />
      </g>
    );
  });

// The same seed gives every motif a composition of its own.
const offsets: Readonly<Record<Motif, number>> = { evening: 12, film: 12, stage: 2, flowers: 6, tables: 7 };

const draw = (motif: Motif, seed: number): { ground: string; shapes: Shape[] } => {
  const random = randomFrom(seed * 9973 + offsets[motif]);
  const outdoors = motif === 'evening' && seed % 4 > 0;
  const palette = (outdoors ? skies[seed % 3] : undefined) ?? palettes[motif];
  const pick = () => palette[1 + Math.floor(random() * 3)] ?? palette[1];
  const motifs: Record<Motif, () => Shape[]> = {
    evening: () => (outdoors ? dusk(random, palette) : bokeh(random, pick)),
    film: () => frames(random, palette),
    stage: () => beams(random, pick),
    flowers: () => flowerBed(random, pick, palette),
    tables: () => tablesFromAbove(random, palette),
  };
  return { ground: palette[0], shapes: motifs[motif]() };
};

/**
 * A number derived from a text, always the same for the same text, so that a person always gets the same illustration.
 */
export const seedFrom = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9967, 7);

/** An illustration drawn by code, always the same for a motif and seed. Decorative; it fills its container. */
export const Illustration = memo(function Illustration({ motif, seed }: { motif: Motif; seed: number }) {
  const { ground, shapes } = draw(motif, seed);
  return (
    <svg className="picture" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width={width} height={height} fill={ground} />
      {shapes}
    </svg>
  );
});
