import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type AttributeValue = {
  readonly stringValue?: string;
  readonly intValue?: number;
  readonly arrayValue?: { readonly values: readonly AttributeValue[] };
};
type SentSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: AttributeValue }[];
  readonly status: { readonly code: number; readonly message?: string };
};
export type ReceivedSpan = Pick<SentSpan, 'traceId' | 'spanId' | 'parentSpanId' | 'name' | 'kind' | 'status'> & {
  readonly attributes: Readonly<Record<string, unknown>>;
};

/** An OpenTelemetry collector that keeps what it receives. */
export class FakeCollector {
  readonly #texts: string[] = [];
  /** The status of its responses. */
  status = 200;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<FakeCollector> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (request.url === '/v1/traces') collector.#texts.push(Buffer.concat(chunks).toString());
        response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const collector = new FakeCollector(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return collector;
  }

  /** Everything that was received, as it was sent. */
  get text(): string {
    return this.#texts.join('\n');
  }

  get spans(): readonly ReceivedSpan[] {
    const requests = this.#texts.map(
      (text) => JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] },
    );
    const spans = requests.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
    return spans.map((span) => ({
      ...span,
      attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, plainValue(value)])),
    }));
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}

const plainValue = ({ stringValue, intValue, arrayValue }: AttributeValue): unknown =>
  stringValue ?? intValue ?? arrayValue?.values.map(plainValue);
