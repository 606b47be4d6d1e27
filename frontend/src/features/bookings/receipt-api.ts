import { useMutation } from '@tanstack/react-query';
import { importCode } from '../../platform/code-loading.ts';

/** Downloads the signed receipt of a booking. */
export const useDownloadReceipt = (id: string) =>
  useMutation({
    mutationFn: async () => {
      const { saveReceipt } = await importCode(() => import('./receipt-file.ts'));
      await saveReceipt(id);
    },
    meta: { success: 'Your receipt is ready', failure: 'Failed to download the receipt' },
  });
