import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Avatar, Button, Flex } from 'antd';
import { type ChangeEvent, useEffect, useRef } from 'react';
import type { Me, OwnAvatar } from '#identity/contract';
import { importCode } from '../../platform/code-loading.ts';
import { api } from '../../platform/http.ts';
import { copyOf } from '../../platform/picture-copies.ts';
import { initialOf } from '../../platform/text.ts';
import { Panel } from '../../ui/panel.tsx';
import { identityKeys } from './keys.ts';

const identity = { topics: ['identity'] } as const;
/**
 * How often the page checks whether the picture has been prepared, in milliseconds. Usually a socket message announces
 * it earlier.
 */
const checkInterval = 2_000;

const useOwnAvatar = () =>
  useQuery({
    queryKey: identityKeys.avatar,
    queryFn: ({ signal }) => api.get<OwnAvatar>('/me/avatar', undefined, signal),
    refetchInterval: ({ state: { data } }) => (data?.isProcessing ? checkInterval : false),
  });

const useUploadAvatar = () =>
  useMutation({
    mutationFn: async (file: File) => {
      const { uploadFile } = await importCode(() => import('../../platform/uploads.ts'));
      return uploadFile({ purpose: 'avatar', file });
    },
    meta: { ...identity, failure: 'Failed to upload the photo' },
  });

const useRemoveAvatar = () =>
  useMutation({
    mutationFn: () => api.delete('/me/avatar'),
    meta: { ...identity, success: 'Photo removed', failure: 'Failed to remove the photo' },
  });

/** The picture beside the user's name. */
export function AvatarCard({ me: { id, displayName, avatarUrl } }: { me: Me }) {
  const { data: avatar } = useOwnAvatar();
  const upload = useUploadAvatar();
  const remove = useRemoveAvatar();
  const input = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const url = avatar ? avatar.url : avatarUrl;
  // The header reads the picture with the user’s other data.
  useEffect(() => {
    if (avatar && avatar.url !== avatarUrl) void queries.invalidateQueries({ queryKey: identityKeys.me(id) });
  }, [avatar, avatarUrl, id, queries]);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) upload.mutate(file);
    target.value = '';
  };
  return (
    <Panel title="Profile photo" text="Shown beside your name, to everyone you work with.">
      <Flex gap={18} align="center" wrap>
        <Avatar className="figure" size={72} src={url && copyOf(url, 250)} alt="">
          {initialOf(displayName)}
        </Avatar>
        <Button loading={upload.isPending || avatar?.isProcessing === true} onClick={() => input.current?.click()}>
          {url ? 'Replace photo' : 'Upload photo'}
        </Button>
        {url && (
          <Button loading={remove.isPending} onClick={() => remove.mutate()}>
            Remove
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          aria-label="Choose a photo"
          data-testid="avatar-file"
          onChange={choose}
        />
      </Flex>
      {avatar?.refusal && !avatar.isProcessing && (
        <p className="error-text" role="alert">
          {avatar.refusal}
        </p>
      )}
    </Panel>
  );
}
