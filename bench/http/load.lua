-- What wrk sends: `wrk … -s load.lua URL -- get IDS` (a file with an id a line) or `-- post CODE`.
-- At the end it prints one line of JSON: requests, seconds, latencies in µs, and errors by kind.

local kind, ids, number, headers, body

function init(arguments)
  kind, number, ids, headers = arguments[1], 0, {}, nil
  if kind == "get" then
    for line in io.lines(arguments[2]) do ids[#ids + 1] = line end
  else
    headers = { ["content-type"] = "application/json" }
    body = '{"code": "' .. arguments[2] .. '", "quantity": 1}'
  end
end

function request()
  if kind == "post" then return wrk.format("POST", "/orders", headers, body) end
  number = number % #ids + 1
  return wrk.format("GET", "/orders/" .. ids[number])
end

function done(summary, latency, _)
  local errors = summary.errors
  io.write(string.format(
    '{"requests": %d, "seconds": %.6f, "p50": %d, "p99": %d, "statuses": %d, "broken": %d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50), latency:percentile(99),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
