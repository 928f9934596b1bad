/** The introduction of the reference, in the Markdown subset of `markdown.ts`. */
export const GUIDE = `Kvitt keeps customers, items, invoices and credit notes for Icelandic businesses, and reports on them.
Everything that an account can do by program is below \`/api/v1/\`. New fields and new endpoints may be added at any time;
existing ones keep their meaning.

## Credentials

Every call is made with the username of the account and its api_key: as HTTP Basic, or as the fields \`username\` and
\`api_key\` in the query or the form. If both come, the fields count. From other machines only HTTPS is taken.

\`\`\`
export KVITT_USERNAME=demo KVITT_API_KEY=…
\`\`\`

## Requests

Operations that read answer GET and POST alike, and are listed once, by GET; those that write answer POST. Fields come in the query, in a form (urlencoded or
multipart) or in a JSON body. A record is sent in the field \`data\`: in a form as JSON text, in a JSON body as an object.

Numbers and booleans may be sent as text, \`1\` and \`0\` for \`true\` and \`false\`. Dates are \`YYYY-MM-DD\`. Fields that
are not known are ignored. A request may be 8 MB large.

## Answers

Answers are JSON: \`status\`, \`message\` for people, and \`result\`. A refusal has \`status\` false, a \`message\` that says
what to send instead, and an \`error_code\` for programs; it comes with HTTP 200, unless the HTTP request itself is wrong.
So look at \`status\`, not only at the HTTP code. A record of another account is answered like one that does not exist.

\`\`\`
{
  "status": false,
  "message": "No customer found",
  "result": null,
  "error_code": "customer_not_found"
}
\`\`\`

Times are UTC, written \`YYYY-MM-DD HH:MM:SS\`. Every answer carries \`X-Request-Id\`; name it when you ask for help.

## Sending again

A write may carry \`Idempotency-Key\`, any text of 1 to 255 characters without spaces. A repeat with the same key within
a day is not executed again: it returns the first answer. The same key with another request is refused.

## Rehearsing

Every write of the account's and the agents' API can be rehearsed: with the header \`Kvitt-Dry-Run: 1\`, or with \`dry_run=1\` as a field of
the query, the form or the JSON body, beside \`data\` and not inside it. It is checked and refused like the real call, and nothing is stored but a row
of the audit log with the outcome \`dry_run\`. The answer is that of the real call, with ids that are not kept as null, \`dry_run: true\`, and
\`would\`:

\`\`\`
{
  "status": true,
  "message": "OK",
  "result": null,
  "dry_run": true,
  "would": {
    "number": "108",
    "amount": 46500,
    "currency": "ISK",
    "receiver": {"kennitala": "5501234520", "name": "Jón ehf.", "addresses": ["email:jon@example.is"]},
    "deliver": [{"channel": "email", "to": "jon@example.is"}],
    "claim": false,
    "events": ["invoice.issued"]
  }
}
\`\`\`

\`0\`, \`false\` and \`off\` make a real call; every other value is a rehearsal. The answer to a rehearsal carries the header
\`Kvitt-Dry-Run: 1\`.
`;

export const SECTIONS: Record<string, string> = {
  Connection: 'Checks whether the credentials work.',
  Customers: 'Profiles that invoices are made out to. The same kennitala may have several.',
  Items: 'The catalogue. Lines of invoices refer to it, and may add to it.',
  Invoices:
    'Invoices and credit notes. Once issued they have a number and do not change, except for their payments, their claim and the result of bookkeeping.',
  Payments:
    'Money that came in or was paid back, what it settles, and the remainder that is credit of a customer.',
  Bank: 'Accounts at banks, their statements, and the transactions that wait to be booked.',
  'Recurring invoices':
    'Templates from which an invoice is issued automatically on each date of a schedule, such as rent or a subscription.',
  Orders: 'What a customer has ordered: invoiced as it is delivered, in parts or at once.',
  Drafts: 'Invoices in preparation: without a number, to be changed until they are issued.',
  Quotes: 'Offers to a customer; an accepted one becomes an invoice.',
  Tasks:
    'Work for a customer that is billed by time: a timer, logs of hours, and the invoices that bill them.',
  'Product sales':
    'Public pages that sell goods, tickets, subscriptions or take donations, and the buyers of tickets.',
  Bookkeepers:
    'Companies that keep the books of the account, and the accounts (tenants) that this one keeps the books of.',
  Costs:
    'Receipts and the invoices of suppliers: new, approved (`Created`), then posted by bookkeeping. A call that creates one answers 201.',
  Events:
    'What has happened in the books, in order. A program follows them with a cursor instead of reading every list again; `webhooks` of this document describes each type.',
  Webhooks:
    'Addresses that events are sent to as they happen, signed by the rules of Standard Webhooks. For the key of the account only.',
  Proposals: 'Writes of programs that a person must approve, in the console. A key can only read them.',
  Reports: 'Figures over many invoices.',
  VAT: 'Settlement periods and the VAT return.',
  Questions:
    'What an accountant or a colleague asks about an invoice, a cost, a line of the bank or a payment, with the answers.',
  Journal:
    'The double entries of all documents as a file for a bookkeeping program: its layouts, its chart of accounts, and the files that were exported.',
  'Account imports':
    'The books of an account of another service with this API, fetched by its address, username and key, page by page, while both are in use.',
  Imports:
    'Records from the files of another system: customers, items, costs and open invoices. For the key of the account and its people only.',
  Exports:
    'Everything that the account has as one file, for the key of the account and its owners only; and what an accountant needs of some days as one file.',
  Authorization:
    'How a program gets access to an account (OAuth 2.1): it is registered, a person signs in and consents, and the program exchanges the code that comes back for tokens. The same is served below `/strax/agent/`, and below `/oauth/` by the letter of the standards, with scopes separated by spaces.',
  Agents:
    'For programs that act for an account with an access token (see Authorization), within the scopes that were granted. Requests and answers are JSON. Every answer and refusal names its row in the audit log, `action_id`; 401, 403 and 405 are `error`, `message` and `code` instead. A server with the key of the account may use HTTP Basic, and name the agent in `X-Agent-Id`. Lists show 10 records unless `limit` says otherwise; a record is taken in `data` or as the body itself; the body of a PUT is JSON. The calls that grant, change and revoke access are made by the account, with HTTP Basic or from its own console; their refusals have a status and are `error`, `message` and `code`.',
  Operator:
    'For the operator of the installation, with the operator token as bearer. Requests and answers are JSON; a refusal is `error` and `message` with 404, 409 or 422. The sandbox calls exist only where no real bank is connected.',
  Service: 'For load balancers and monitoring; no credentials.',
};
