import { Controller, Get, Header } from '@nestjs/common';
import { type ReceiptKeys, Receipts, receiptKeys } from '#platform/audit';
import { Public, Returns } from '#platform/http';

/** The key with which anyone can check a receipt that a client or professional shows them. */
@Public()
@Controller('api/v1/receipts')
export class ReceiptKeysController {
  constructor(private readonly receipts: Receipts) {}

  @Get('jwks.json')
  @Header('Cache-Control', 'public, max-age=600')
  @Returns(receiptKeys)
  keys(): ReceiptKeys {
    return { keys: [this.receipts.publishedKey()] };
  }
}
