# latexrefcheck in a container: docker run --rm -v "$PWD:/paper" IMAGE check main.tex
# No TeX is in it: the check reads sources, and asks kpsewhich only where one is there.
FROM python:3.13-slim AS build
WORKDIR /src
COPY . .
RUN python -m venv /opt/latexrefcheck && /opt/latexrefcheck/bin/pip install --no-cache-dir .

FROM python:3.13-slim
COPY --from=build /opt/latexrefcheck /opt/latexrefcheck
RUN useradd --create-home --uid 1000 checker
USER checker
# The cache of answers; mount a volume there to keep it between runs.
VOLUME /home/checker/.cache/latexrefcheck
WORKDIR /paper
ENTRYPOINT ["/opt/latexrefcheck/bin/latexrefcheck"]
