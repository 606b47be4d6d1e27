type Random = () => number;
type Palette = readonly [ground: string, first: string, second: string, third: string];

/** What a drawn photo shows. */
export const scenes = ['dusk', 'lights', 'stage', 'flowers', 'tables'] as const;
export type Scene = (typeof scenes)[number];

/** The size of the coordinate system in which scenes are drawn. */
const sceneWidth = 640;
const sceneHeight = 480;

/** mulberry32: the same sequence for the same seed. */
const randomFrom = (seed: number): Random => {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const skies: readonly Palette[] = [
  ['#f3d9b8', '#d9734e', '#8c3f4d', '#3a2743'],
  ['#18324a', '#f2c98b', '#c9775b', '#0f1f33'],
  ['#f7e9d2', '#e2a76f', '#6f8f7f', '#294a45'],
];
const palettes: Readonly<Record<Exclude<Scene, 'dusk'>, Palette>> = {
  lights: ['#2a1f3d', '#f2b84b', '#e8774f', '#f7e3b5'],
  stage: ['#161331', '#7b6cf0', '#f2b84b', '#e0528d'],
  flowers: ['#f1e6d6', '#b93f26', '#1f5a4d', '#e7b3a1'],
  tables: ['#efe3d0', '#23504a', '#b93f26', '#f2b84b'],
};

const times = (count: number, make: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('');
const pickFrom = (random: Random, [, ...colors]: Palette): string => colors[Math.floor(random() * 3)] ?? '#fff';

const hills = (random: Random, [, , second, third]: Palette): string =>
  times(4, (k) => {
    const [base, wave, shift] = [sceneHeight * (0.5 + k * 0.13), 13 + random() * 20, random() * 6];
    const points = times(
      17,
      (i) => ` ${i * 40} ${Math.round(base + Math.sin((i * 40) / (70 + k * 26) + shift) * wave)}`,
    );
    return `<path d="M0 ${sceneHeight}L${points} ${sceneWidth} ${sceneHeight}Z" fill="${k % 2 ? third : second}" opacity="${0.42 + k * 0.16}"/>`;
  });

/** A low sun, hills, and a wire of lights. */
const dusk = (random: Random, palette: Palette): string => {
  const sun = `<circle cx="${sceneWidth * (0.25 + random() * 0.5)}" cy="202" r="${60 + random() * 40}" fill="${palette[1]}"/>`;
  const lights = times(11, (i) => {
    const t = (i + 1) / 12;
    const [x, y] = [sceneWidth * t, (1 - t) ** 2 * 77 + 2 * t * (1 - t) * 192 + t * t * 58 + 9];
    return `<circle cx="${x}" cy="${y}" r="15" fill="#f2b84b" opacity=".22"/><circle cx="${x}" cy="${y}" r="5.5" fill="#ffe7ae"/>`;
  });
  const wire = `<path d="M0 77Q320 192 640 58" fill="none" stroke="${palette[3]}" stroke-width="2" opacity=".7"/>`;
  return sun + hills(random, palette) + wire + lights;
};

/** Lights out of focus. */
const lights = (random: Random, palette: Palette): string =>
  times(30, () => {
    const [x, y] = [random() * sceneWidth, sceneHeight * (0.12 + random() * 0.72)];
    const [radius, opacity] = [12 + random() * 62, 0.08 + random() * 0.42];
    return `<circle r="${radius}" cx="${x}" cy="${y}" fill="${pickFrom(random, palette)}" opacity="${opacity}"/>`;
  });

/** Beams over a crowd. */
const stage = (random: Random, palette: Palette): string => {
  const beams = times(9, () => {
    const [from, to] = [sceneWidth * (0.1 + random() * 0.8), sceneWidth * (random() * 1.4 - 0.2)];
    return `<path d="M${from} 0L${to - 46} 480h92Z" fill="${pickFrom(random, palette)}" opacity="${0.12 + random() * 0.22}"/>`;
  });
  const crowd = times(46, (i) => `M${i * 13.9} 480v-${20 + random() * 120}h10V480Z`);
  return `${beams}<path d="${crowd}" fill="#0b0918" opacity=".82"/>`;
};

const flowers = (random: Random, palette: Palette): string =>
  times(24, () => {
    const [x, y] = [sceneWidth * (0.5 + (random() - 0.5) * 0.78), sceneHeight * (0.52 + (random() - 0.5) * 0.66)];
    const [size, turn, color] = [14 + random() * 34, random() * 60, pickFrom(random, palette)];
    const petals = times(
      6,
      (p) =>
        `<ellipse cx="${x + size * 0.62}" cy="${y}" rx="${size * 0.6}" ry="${size * 0.32}" transform="rotate(${turn + p * 60} ${x} ${y})"/>`,
    );
    return `<g fill="${color}" opacity=".82">${petals}</g><circle cx="${x}" cy="${y}" r="${size * 0.24}" fill="#f2b84b"/>`;
  });

/** Round tables with their chairs, seen from above. */
const tables = (random: Random, [ground, first, second, third]: Palette): string =>
  times(9, (i) => {
    const [x, y] = [sceneWidth * (0.14 + (i % 3) * 0.36), sceneHeight * (0.18 + Math.floor(i / 3) * 0.32)];
    const [size, turn] = [42 + random() * 10, random()];
    const chairs = times(8, (p) => {
      const angle = (p / 8) * 2 * Math.PI + turn;
      const [cx, cy] = [x + Math.cos(angle) * (size + 15), y + Math.sin(angle) * (size + 15)];
      return `<circle cx="${cx}" cy="${cy}" r="8" fill="${p % 3 ? third : second}"/>`;
    });
    const plate = `<circle cx="${x}" cy="${y}" r="${size * 0.62}" fill="${ground}"/>`;
    const centre = `<circle cx="${x}" cy="${y}" r="${size * 0.18}" fill="${random() > 0.5 ? second : third}"/>`;
    return `${chairs}<circle cx="${x}" cy="${y}" r="${size}" fill="${first}" opacity=".92"/>${plate}${centre}`;
  });

const drawings: Readonly<Record<Scene, (random: Random, palette: Palette) => string>> = {
  dusk,
  lights,
  stage,
  flowers,
  tables,
};

/** A drawn photo for the demo, as JPEG of this size in pixels: always the same for a scene and a seed. */
export const drawScene = async (scene: Scene, seed: number, width: number, height: number): Promise<Buffer> => {
  const random = randomFrom(seed * 9_973 + scenes.indexOf(scene));
  const palette = (scene === 'dusk' ? skies[seed % skies.length] : palettes[scene]) ?? palettes.lights;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${sceneWidth} ${sceneHeight}"
    preserveAspectRatio="xMidYMid slice"><rect x="-${sceneWidth}" y="-${sceneHeight}" width="${sceneWidth * 3}" height="${sceneHeight * 3}"
    fill="${palette[0]}"/>${drawings[scene](random, palette)}</svg>`;
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg)).flatten({ background: palette[0] }).jpeg({ quality: 86 }).toBuffer();
};
