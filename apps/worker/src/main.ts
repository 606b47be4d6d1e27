import 'reflect-metadata';
import { readConfig } from '#platform/config';
import { createWorker, startWork } from './worker.module.ts';

const worker = await createWorker(readConfig(process.env));
worker.enableShutdownHooks();
await startWork(worker);
