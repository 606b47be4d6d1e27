import { Link } from 'react-router-dom';
import type { Notification } from '#notifications/contract';
import { dateAndTime } from '../../platform/dates.ts';
import './notifications.css';

type NotificationItemProps = { notification: Notification; isNew: boolean; onOpen?: () => void };

/** One notification, as a link to the page that it is about. */
export function NotificationItem({ notification, isNew, onOpen }: NotificationItemProps) {
  const { title, text, path, createdAt } = notification;
  return (
    <li className={isNew ? 'notification new' : 'notification'}>
      <Link to={path} onClick={onOpen}>
        <b>
          {isNew && <span className="unseen">New: </span>}
          {title}
        </b>
        <span className="small">{text}</span>
        <time className="small muted" dateTime={createdAt}>
          {dateAndTime(createdAt)}
        </time>
      </Link>
    </li>
  );
}
