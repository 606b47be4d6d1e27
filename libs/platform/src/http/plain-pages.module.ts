import { Module } from '@nestjs/common';
import { PlainPagesController } from './plain-pages.controller.ts';

/** For modules with pages that the server renders without the frontend. */
@Module({ controllers: [PlainPagesController] })
export class PlainPagesModule {}
