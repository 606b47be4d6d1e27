import { Module } from '@nestjs/common';
import { PlainPagesController } from './plain-pages.controller.ts';

/** Must be imported by modules with pages that the server renders without the frontend. */
@Module({ controllers: [PlainPagesController] })
export class PlainPagesModule {}
