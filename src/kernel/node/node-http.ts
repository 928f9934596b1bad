/**
 * Node's http module. An import statement reads every export of it, and the getters of its WebSocket classes load the whole
 * of undici, a twelfth of the time that a node takes to start.
 */
export const http = process.getBuiltinModule('node:http');
