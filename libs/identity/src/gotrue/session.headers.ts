import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import { type ReuseCause, readRefreshToken } from '../sessions/index.ts';
import type { sessionView } from './gotrue.views.ts';

export type Reply = { header(name: string, value: string): unknown };

/** Headers for monitoring: whose session a response starts or renews, and how often it was renewed. */
@Injectable()
export class SessionHeaders implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const reply = execution.switchToHttp().getResponse<Reply>();
    return next.handle().pipe(
      map((body: unknown) => {
        if (isSession(body)) setSessionHeaders(reply, body);
        return body;
      }),
    );
  }
}

/** Whether a session was renewed by a token that had been used before, and why that was accepted. */
export const setReuseHeaders = (reply: Reply, reuse: ReuseCause | undefined): void => {
  reply.header('sb-auth-refresh-token-reuse', String(reuse !== undefined));
  if (reuse) reply.header('sb-auth-refresh-token-reuse-cause', reuse);
};

type Session = ReturnType<typeof sessionView>;
const isSession = (body: unknown): body is Session =>
  typeof body === 'object' && body !== null && 'refresh_token' in body && 'user' in body;

const setSessionHeaders = (reply: Reply, { user, refresh_token }: Session): void => {
  const token = readRefreshToken(refresh_token);
  reply.header('sb-auth-user-id', user.id);
  if (!token) return;
  reply.header('sb-auth-session-id', token.sessionId);
  reply.header('sb-auth-refresh-token-counter', String(token.counter));
};
