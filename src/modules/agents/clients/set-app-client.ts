import { z } from 'zod';
import { fail } from '../../../kernel/failures/failure.ts';
import { flag, object, text } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { updateAppClient } from './client-store.ts';

export const setAppClient = defineWrite({
  name: 'set-app-client',
  summary:
    'Opens a registered program to the consent of all accounts, or restricts it to the account that registered it.',
  description: 'Use it for a program that is offered to all customers of the installation.',
  access: { scope: null },
  events: [],
  input: object({
    client_id: text(100)('The program'),
    app_client: flag('Whether any account may consent to it'),
  }).meta({ examples: [{ app_client: true }] }),
  output: z.object({
    client_id: out.own('The program', '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90'),
    name: out.own('Its name', 'Bókhaldstenging'),
    app_client: out.flag('Whether any account may consent to it', true),
  }),
  refusals: ['agent_not_found'],
  async run(ctx, { client_id, app_client }) {
    const update = updateAppClient(client_id, app_client);
    return (await ctx.finishIf({ target: client_id, ...update })) ?? fail('agent_not_found');
  },
});
