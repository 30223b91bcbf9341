-- Sends the same request as the browser's calls.
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/x-www-form-urlencoded; charset=UTF-8"
