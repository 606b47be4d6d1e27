import type { User } from '@supabase/auth-js';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { OwnDetails } from '#identity/contract';
import { auth, check } from './auth-client.ts';
import { identityKeys } from './keys.ts';

/** The account according to the auth server: address, unconfirmed new address, second factors. */
const accountQuery = queryOptions({
  queryKey: identityKeys.account,
  queryFn: async (): Promise<User> => {
    const { data, error } = await auth.getUser();
    check({ error }, 'Your account could not be loaded');
    return data.user as User;
  },
});

export const useAccount = () => useQuery(accountQuery);

type DetailsChange = { readonly [Field in keyof OwnDetails]?: OwnDetails[Field] | undefined };

/** What is left out stays. An empty phone number removes the stored one. */
export const useChangeDetails = () =>
  useMutation({
    mutationFn: async ({ firstName, lastName, phone }: DetailsChange) => {
      const data = {
        ...(firstName && { first_name: firstName }),
        ...(lastName && { last_name: lastName }),
        ...(phone !== undefined && { phone: phone || null }),
      };
      check(await auth.updateUser({ data }), 'Failed to save your details');
    },
    meta: { success: 'Your details were saved', failure: 'Failed to save your details', topics: ['identity'] },
  });
