import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { refuse } from '#kernel';
import { Config } from '#platform/config';
import { Site } from '#platform/http';
import { SealedBox } from '#platform/sealing';
import { type NotificationGroup, notificationGroups } from './notification-group.ts';

const label = 'unsubscribe';
/**
 * A person's id, whose bytes come first, and the name of a group. Routers accept parameters of at most 100 characters.
 */
const idBytes = 16;
const groupName = z.enum(notificationGroups);
type Content = { readonly personId: string; readonly group: NotificationGroup };

/**
 * Links that end the emails of one group to one person, without signing in. They never expire, because emails are read
 * late. The token is encrypted, so that it names no person.
 */
@Injectable()
export class UnsubscribeLinks {
  readonly #boxes: readonly SealedBox[];

  constructor(
    { secrets, previousSignedUrlKey }: Config,
    private readonly site: Site,
  ) {
    const keys = [secrets.signedUrls, ...(previousSignedUrlKey ? [previousSignedUrlKey] : [])];
    this.#boxes = keys.map((key) => new SealedBox(key, label));
  }

  /**
   * The address that ends the emails of this group: a page for people, and for mail programs one to POST to (RFC 8058).
   */
  for(personId: string, group: NotificationGroup): string {
    const [box] = this.#boxes;
    const content = Buffer.concat([Buffer.from(personId.replaceAll('-', ''), 'hex'), Buffer.from(group)]);
    return `${this.site.url}/unsubscribe/${box?.seal(content, label).toString('base64url')}`;
  }

  /** Refuses `unsubscribe-link-not-found`. */
  contentOf(token: string): Content {
    for (const box of this.#boxes) {
      const content = contentIn(box, Buffer.from(token, 'base64url'));
      if (content) return content;
    }
    return refuse('unsubscribe-link-not-found', 'This link is not valid. Change your emails in your settings instead.');
  }
}

const contentIn = (box: SealedBox, sealed: Buffer): Content | undefined => {
  try {
    const content = box.open(sealed, label);
    const id = content.subarray(0, idBytes).toString('hex');
    const personId = [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join('-');
    return { personId, group: groupName.parse(content.subarray(idBytes).toString('utf8')) };
  } catch {
    return undefined;
  }
};
