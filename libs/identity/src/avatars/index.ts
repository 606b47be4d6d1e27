export { avatar } from './avatar.ts';
export { AvatarUploads } from './avatar.uploads.ts';
export { RemoveAvatar } from './avatars.commands.ts';
export { avatarsParts } from './avatars.parts.ts';
export { AvatarQueries } from './avatars.queries.ts';
