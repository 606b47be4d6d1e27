// The least that a server has to do for a page of leads: one statement, its rows as JSON. Prints its port.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';

const pool = new Pool({ connectionString: process.argv[2], max: 10 });
const sql = {
  name: 'leads',
  text: `select lead.*, client.first_name, client.last_name from read.leads_v1 lead join read.users_v1 client on client.id = lead.client_id
    where lead.status = 'active' and lead.event_date >= current_date and lead.expires_at > now()
    order by lead.created_at desc, lead.id desc limit 21`,
};
const server = createServer(async (_, response) => {
  const { rows } = await pool.query(sql);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ items: rows }));
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
