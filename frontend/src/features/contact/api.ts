import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/http.ts';
import { contactKeys } from './keys.ts';

/** `GET /api/v1/contact`: the email address of the people who run this site, null if they have none. */
export const useContact = () =>
  useQuery({
    queryKey: contactKeys.address,
    queryFn: ({ signal }) => api.get<{ email: string | null }>('/contact', undefined, signal),
  });
