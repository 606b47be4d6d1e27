import 'reflect-metadata';
import { readConfig } from '#platform';
import { createApi } from './api.module.ts';

const config = readConfig(process.env);
const api = await createApi(config);
api.enableShutdownHooks();
await api.listen(config.port, config.host);
