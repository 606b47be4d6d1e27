import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** How long ffmpeg may work on one video, in milliseconds, and how many bytes its picture may have. */
const maxTime = 30_000;
const maxPictureSize = 64 * 1_048_576;
/** The maximum width and height of a poster, in pixels. */
const maxPosterEdge = 1_440;

/**
 * A picture of a video, as PNG: a frame after the first second, by ffmpeg. Undefined if ffmpeg is not installed or
 * cannot read the video. `file` is a path on this machine; the file may be hostile, so ffmpeg may open nothing else and
 * is stopped after `timeLimit` milliseconds.
 */
export const frameOf = async (
  file: string,
  format: 'mov' | 'avi',
  durationMs: number | null,
  timeLimit = maxTime,
): Promise<Buffer | undefined> => {
  const at = Math.min(1, (durationMs ?? 0) / 2_000);
  const limits = ['-nostdin', '-v', 'quiet', '-threads', '1', '-protocol_whitelist', 'file,pipe'];
  const source = ['-ss', at.toFixed(3), '-f', format, '-i', `file:${file}`];
  const scale = `scale='min(${maxPosterEdge},iw)':'min(${maxPosterEdge},ih)':force_original_aspect_ratio=decrease`;
  const picture = ['-frames:v', '1', '-an', '-vf', scale, '-f', 'image2pipe', '-c:v', 'png', 'pipe:1'];
  const frame = await run('ffmpeg', [...limits, ...source, ...picture], timeLimit);
  return frame && frame.length > 0 ? frame : undefined;
};

/** Whether ffmpeg is installed on this machine. */
export const hasFfmpeg = async (): Promise<boolean> => (await run('ffmpeg', ['-version'], maxTime)) !== undefined;

const execute = promisify(execFile);

/**
 * What a program prints; undefined if it fails. It gets none of the product's settings, because its input may be
 * hostile.
 */
const run = async (program: string, parameters: readonly string[], timeLimit: number): Promise<Buffer | undefined> => {
  const { PATH = '', LD_LIBRARY_PATH } = process.env;
  try {
    const { stdout } = await execute(program, parameters, {
      env: { PATH, ...(LD_LIBRARY_PATH !== undefined && { LD_LIBRARY_PATH }) },
      encoding: 'buffer',
      maxBuffer: maxPictureSize,
      timeout: timeLimit,
      killSignal: 'SIGKILL',
    });
    return stdout;
  } catch {
    return undefined;
  }
};

/**
 * A drawn picture in the shape of a video, as SVG, for machines without ffmpeg: a dark scene with a string of lights.
 */
export const drawnPoster = (width: number, height: number): Buffer => {
  const [across, down] = scaledSize(width, height);
  const bulbs = Array.from({ length: 9 }, (_, i) => {
    const x = ((i + 0.5) / 9) * across;
    const y = down * (0.14 + 0.1 * Math.sin((Math.PI * (i + 0.5)) / 9));
    return `<circle cx="${x}" cy="${y}" r="${across / 40}" fill="#f5b942" opacity="0.25"/><circle cx="${x}" cy="${y}" r="${across / 110}" fill="#ffd98a"/>`;
  });
  const edge = Math.min(across, down) / 6;
  const [x, y] = [across / 2, down / 2];
  const triangle = `M${x - edge / 2.4} ${y - edge / 1.8}L${x + edge / 1.6} ${y}L${x - edge / 2.4} ${y + edge / 1.8}Z`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${across}" height="${down}">
      <rect width="100%" height="100%" fill="#1c1a24"/>
      <path d="M0 ${down * 0.1}Q${x} ${down * 0.34} ${across} ${down * 0.1}" fill="none" stroke="#4a4458" stroke-width="${across / 400}"/>
      ${bulbs.join('')}
      <circle cx="${x}" cy="${y}" r="${edge * 1.25}" fill="#000" opacity="0.35"/>
      <path d="${triangle}" fill="#fff" opacity="0.92"/></svg>`,
  );
};

const scaledSize = (width: number, height: number): readonly [number, number] => {
  const factor = Math.min(1, maxPosterEdge / Math.max(width, height));
  return [Math.max(1, Math.round(width * factor)), Math.max(1, Math.round(height * factor))];
};
