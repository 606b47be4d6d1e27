import 'reflect-metadata';
import { readConfig } from '#platform/config';
import { createApi } from './api.module.ts';

const config = readConfig(process.env);
const api = await createApi(config);
api.enableShutdownHooks();
await api.listen(config.listenOptions);
